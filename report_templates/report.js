"use strict";
// The page is complete without this script: it adds sorting, filtering and copying.
const table = document.getElementById("table");
if (table) {
  const body = table.tBodies[0], rows = [...body.rows], heads = [...table.tHead.rows[0].cells];
  const value = (row, at) => row.cells[at].dataset.v ?? row.cells[at].textContent;
  heads.forEach((head, at) => {
    const button = document.createElement("button");
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const numeric = head.classList.contains("n");
      const down = head.hasAttribute("aria-sort") ? head.getAttribute("aria-sort") === "ascending" : numeric && at > 0;
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const order = (a, b) => (numeric ? value(a, at) - value(b, at) : value(a, at).localeCompare(value(b, at)));
      body.append(...rows.sort((a, b) => (down ? order(b, a) : order(a, b))));
    });
  });
  const name = document.getElementById("filter"), bound = document.getElementById("bound"), shown = document.getElementById("shown");
  const apply = () => {
    const wanted = name.value.toLowerCase();
    let count = 0;
    for (const row of rows) {
      row.hidden = !row.cells[1].textContent.toLowerCase().includes(wanted) || (bound.value !== "" && row.dataset.b !== bound.value);
      count += row.hidden ? 0 : 1;
    }
    shown.value = `${count} of ${rows.length}`;
  };
  name.addEventListener("input", apply);
  bound.addEventListener("change", apply);
  document.querySelector(".controls").hidden = false;
  apply();
}
for (const block of document.querySelectorAll("pre.copy")) {
  const button = document.createElement("button"), text = block.textContent;
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      // A page opened from disk may not have the clipboard: select the text instead.
      getSelection().selectAllChildren(block.querySelector("code"));
      button.textContent = "Selected";
    }
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
  block.append(button);
}
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((part) => (part.open = true)));
