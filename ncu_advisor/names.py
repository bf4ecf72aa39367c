"""Kernel names as one profiler and the next print them, brought to one spelling.

Nsight Systems prints ``void at::native::foo<(int)4, (bool)0>(float *)``; Nsight Compute's raw and details pages drop namespaces, casts
and the first ``<`` of ``<unnamed>::``; numba adds ``[v1,...]``, Julia an instance number, and either tool may print mangled names.
Names are untrusted: nothing here raises, and the time taken is linear in the length of the name.
"""

from __future__ import annotations

import re
from functools import lru_cache

# Nsight Compute strips ``at::native::<`` as one scope, which leaves ``unnamed>::`` behind; of ``k<at::native::<unnamed>::T>`` it leaves
# ``k<unnamed>::T>``, where the bracket is that of the arguments.
_ANONYMOUS = re.compile(r"(?<!\w)<unnamed>::|\bunnamed>::|\(anonymous namespace\)::|\banonymous_namespace::|\b_GLOBAL__N__\w*::|\{anonymous\}::")
_SCOPE = re.compile(r"(?<![\w~])(?:[A-Za-z_]\w*::)+")
_INSTANCE = re.compile(r" ?\(instance (\d{1,9})\)\]?|\}?#(\d{1,9})\}?")
_LAMBDA = re.compile(r"[\[{](?=lambda\()")
_CAST = re.compile(r"(?<=[<, ])\([A-Za-z_][\w ]*\)(?=[-\d'])")
_SUFFIX = re.compile(r"(?<=[<, ])(-?\d+)[uUlL]{1,3}(?![\w])")
_TRUTH = re.compile(r"(?<=[<, ])(?:true|false)(?![\w:])")
_SPACES = re.compile(r"\s+")
_TIGHT = re.compile(r" (?=[*&>,)\]])|(?<=[<(\[]) ")
_LIST = re.compile(r",(?! )")
_JULIA = re.compile(r"(?:ptxcall_)?julia_([^(<\[]{1,400}?)_\d+\Z")
_STRUCTURE = re.compile(r"operator *(?:\(\)|\[\]|<=>|<<=?|>>=?|->\*?|[<>=!+\-*/%^&|~]=?|new\b|delete\b)?(?=[ (<]|\Z)|->|::|[<>()\[\]{} ]")
_OPENING = frozenset("<([{")
_CLOSING = frozenset(">)]}")
# Names repeat by the thousand; longer ones are not kept, so that a hostile export cannot fill the memory through the cache.
_KEPT = 16384


def normalise(name: str) -> str:
    """``name`` without return type, scopes, casts in template arguments and parameters: equal for equal kernels in either profiler.

    ``normalise("void a::k<(int)4, a::T<float>>(int)")`` is ``"k<4, T<float>>"``. Template arguments stay, they tell kernels apart.
    """
    return _normalised_once(name) if len(name) <= _KEPT else _normalised(name)


def short(name: str) -> str:
    """The function's own name, without template arguments: ``short("void a::k<4>(int)")`` is ``"k"``."""
    text = normalise(name)
    if text.startswith("["):
        return text
    for token in _STRUCTURE.finditer(text):
        if token[0] in ("<", "[") and token.start() > 0:
            return text[: token.start()].strip()
    return text


def _normalised(name: str) -> str:
    text = _SPACES.sub(" ", name).strip()
    if not text or text.startswith("["):
        return text
    text = _unmangled(text)
    text = _SCOPE.sub("", _ANONYMOUS.sub("", text))
    text = _INSTANCE.sub(lambda match: "#" + (match[1] or match[2]), _LAMBDA.sub("", text))
    text = _SUFFIX.sub(r"\1", _CAST.sub("", text))
    text = _TRUTH.sub(lambda match: "1" if match[0] == "true" else "0", text)
    text = _declarator(text)
    text = _LIST.sub(", ", _TIGHT.sub("", text))
    julia = _JULIA.match(text)
    return (julia[1] if julia else text) or name.strip()


_normalised_once = lru_cache(maxsize=4096)(_normalised)


def _declarator(text: str) -> str:
    """What stands between return type and parameter list, found at bracket depth 0; the whole text where nothing is left."""
    depth, start, end = 0, 0, len(text)
    operator = False
    for token in _STRUCTURE.finditer(text):
        symbol = token[0]
        if symbol.startswith("operator"):
            if depth == 0 and _starts_word(text, token.start()):
                start, operator = token.start(), True
        elif symbol in _OPENING:
            if symbol == "(" and depth == 0 and token.start() > start:
                end = min(end, token.start())
            depth += 1
        elif symbol in _CLOSING:
            depth = max(depth - 1, 0)
        elif symbol == "::" and depth == 0:
            # What went before was a scope with arguments, such as a function that the kernel is local to.
            start, end, operator = token.end(), len(text), False
        elif symbol == " " and depth == 0 and end == len(text) and not operator and not text.startswith(("(", "<"), token.end()):
            start = token.end()
    return text[start:end].strip() or text[start:].strip() or text


def _starts_word(text: str, index: int) -> bool:
    return index == 0 or not (text[index - 1].isalnum() or text[index - 1] == "_")


def _unmangled(text: str) -> str:
    """The last plain identifier of an Itanium-mangled name; ``text`` itself where it is not mangled."""
    if not re.match(r"_Z[NL\d]", text) or " " in text:
        return text
    index, last = 2, ""
    while index < len(text) and text[index] in "NLKVr":
        index += 1
    while digits := re.compile(r"[1-9]\d{0,4}").match(text, index):
        index = digits.end() + int(digits[0])
        if index > len(text):
            break
        last = text[digits.end() : index]
        if text[index : index + 1] == "L":
            index += 1
    return last or text
