"""What only some launches make a rule say: the words and values of its rarer clauses, on the measured kernels that they were read from."""

from __future__ import annotations

from functools import lru_cache

import pytest

from benchmarks.advice.sets import page
from ncu_advisor import advise, load
from ncu_advisor.report import Diagnosis, Finding


@lru_cache(maxsize=8)
def kernels(program: str, collected: str = "full") -> dict[str, Diagnosis]:
    report = advise(load(str(page(program, f"{collected}.raw"))))
    return {kernel.short_name: kernel for kernel in report.kernels}


def finding(program: str, kernel: str, rule: str, collected: str = "full") -> Finding:
    return next(found for found in kernels(program, collected)[kernel].findings if found.rule == rule)


@pytest.mark.parametrize(
    ("program", "kernel", "rule", "words"),
    [
        ("eighteenth_z4", "caravan_wells_z4_a", "poor-l2-reuse", "Order the work, or the indices that are looked up"),
        ("eighteenth_z4", "drum_filter_z4_a", "unpipelined-copy", "Halve the tile (61.5 kB each) and keep two of them"),
        ("seventeenth_y7", "stamp_designs_y7_a", "missing-tensor-cores", 'Where Triton compiled this, `tl.dot` with `input_precision="tf32"`'),
        ("seventeenth_y4", "harp_string_y4_a", "barrier-stall", "Of a stencil that is stepped in time"),
        ("twentieth_e5", "coral_survey_e5_a", "low-data-reuse", "each weight is then fetched once for all of them"),
        ("twentieth_e4", "violin_string_e4_a", "barrier-stall", "Of a stencil that is stepped in time"),
        ("twentyfourth_l5", "moth_genomes_l5_a", "poor-l2-reuse", "Order the additions by the part of the table that they go to"),
        ("twentyfourth_l4", "radar_tracks_l4_a", "barrier-stall", "Here a block seems to work off a matrix of 32 x 32, two barriers a column"),
        ("twentyfourth_l2", "post_letters_l2_a", "shared-bank-conflict", "Keep a copy of it in each bank"),
        (
            "seventeenth_y5",
            "orchard_plans_y5_a",
            "low-data-reuse",
            "Matrix instructions, where their precision will do, take their operands from the same tiles",
        ),
        ("seventeenth_y5", "orchard_plans_y5_a", "missing-tensor-cores", "Alternative to `low-data-reuse` (the savings overlap): "),
        ("twin_each_products", "frame_mixdown_a", "low-data-reuse", "Alternative to `missing-tensor-cores` (the savings overlap): "),
        ("eightythird_bm3", "pebble_trumpet_bm3_a", "unpipelined-copy", "may be room for its results on their way out, which tiles can share"),
        ("eightyfourth_bm5", "tulip_anvil_bm5_a", "low-data-reuse", "Compute 128 x 128 results a block"),
        ("eightyfourth_bm5", "tulip_anvil_bm5_a", "tail-wave", "Deal the K steps of all tiles evenly"),
        ("eightyfourth_bm5", "magnet_pillow_bm5_a", "integer-bound", "Use all four words that the generator makes"),
        (
            "ctl_triton",
            "column_tile_a",
            "occupancy-limited-by-registers",
            "in Triton, cap with `maxnreg=` at the launch, halve the tile or double `num_warps`",
        ),
        ("hundredninetyfirst_ck5", "ribbon_kettle_ck5_a", "barrier-stall", "let every thread keep a sum (or maximum) of its own"),
        ("advisedeighth_clb", "velvet_tiller_clb_a", "short-blocks", "index and step both `int`"),
        ("hundredninetyeighth_cl4", "tundra_pocket_cl4_a", "low-data-reuse", "Compute 128 x 128 results a block"),
        ("advisedeighth_clb", "sorrel_tiller_clb_a", "scalar-global-access", "Load and store 8 neighbouring elements a thread"),
        ("hundredninetyninth_cl5", "lonely_gasket_cl5_a", "missing-tensor-cores", "A thread holds 32 results"),
    ],
)
def test_a_rarer_clause_gives_its_own_advice(program: str, kernel: str, rule: str, words: str) -> None:
    """What to do is that of the clause which holds, with the launch's own numbers."""
    assert words in finding(program, kernel, rule).advice


@pytest.mark.parametrize(
    ("program", "kernel", "rule", "collected", "measured"),
    [
        ("nineteenth_d4", "mosaic_panes_d4_a", "missing-tensor-cores", "full", 80.3),
        # A byte a thread, a sector a request: L2 is full of look-ups, not of data.
        ("eightyfourth_bm5", "kettle_prairie_bm5_a", "scalar-global-access", "full", 39.2),
        ("eighteenth_z4", "relay_handover_z4_a", "missing-tensor-cores", "full", 46.4),
        ("eighteenth_z3", "firefly_jars_z3_a", "atomic-contention", "full", 80.1),
        ("nineteenth_d2", "lantern_parade_d2_a", "memory-latency", "full", 48.3),
        ("eighteenth_z6", "museum_tour_z6_a", "misaligned-access", "detailed", 25.9),
        ("twentieth_e5", "coral_survey_e5_a", "low-data-reuse", "full", 82.9),
        ("twentieth_e5", "bell_tower_e5_a", "unpipelined-copy", "full", 31.5),
        ("twentieth_e4", "violin_string_e4_a", "barrier-stall", "full", 63.0),
        ("twentyfirst_f1", "parrot_speech_f1_a", "scalar-global-access", "full", 47.2),
        ("twentyfirst_f7", "village_gossip_f7_a", "uncoalesced-access", "full", 85.5),
        ("twentyfirst_f1", "postcard_press_f1_a", "uncoalesced-access", "basic", 82.8),
        ("twentythird_k1", "parrot_feathers_k1_a", "scalar-global-access", "full", 74.0),
        ("twentyfourth_l2", "post_letters_l2_a", "shared-bank-conflict", "full", 26.7),
        ("twentyfourth_l5", "choir_voices_l5_a", "low-data-reuse", "full", 70.9),
        ("twentyfourth_l5", "comet_watch_l5_a", "missing-tensor-cores", "full", 54.8),
        ("twentyfourth_l5", "moth_genomes_l5_a", "poor-l2-reuse", "full", 79.0),
        ("thirtyeighth_ad1", "carillon_strands_ad1_a", "uncoalesced-access", "full", 95.5),
        ("thirtyninth_ae5", "crannog_levels_ae5_a", "low-data-reuse", "full", 75.7),
        ("thirtyninth_ae7", "sextant_almanac_ae7_a", "accidental-fp64", "full", 40.3),
        ("fortieth_af1", "gabion_torrent_af1_a", "uncoalesced-access", "full", 71.4),
        ("fortyninth_am1", "lantern_orchard_am1_a", "uncoalesced-access", "full", 63.3),
        ("fiftieth_an6", "walnut_parasol_an6_a", "unfused-multiply-add", "full", 42.1),
        ("fiftyfirst_ao1", "saffron_pebble_ao1_a", "misaligned-access", "full", 25.5),
        ("fiftyfirst_ao6", "copper_lantern_ao6_a", "special-function-bound", "full", 69.7),
        ("fortieth_af6", "bracken_meridian_af6_a", "special-function-bound", "full", 48.0),
        ("fiftythird_aq6", "tundra_cello_aq6_a", "dependency-stall", "full", 59.5),
        ("fortyseventh_al6", "mossy_kettle_al6_a", "dependency-stall", "full", 64.0),
        ("fiftythird_aq3", "saffron_kettle_aq3_a", "short-blocks", "full", 47.1),
        ("fiftysecond_ap6", "lantern_moss_ap6_a", "special-function-bound", "full", 54.3),
        ("seventh_n1b", "item_bags_a", "misaligned-access", "full", 26.5),
        ("ctl_series", "short_charges_a", "instruction-cache-miss", "full", 80.1),
        ("seventieth_bf4", "rusty_compass_bf4_a", "memory-latency", "full", 62.9),
        ("seventieth_bf3", "banjo_cliff_bf3_a", "special-function-bound", "full", 71.5),
        ("seventieth_bf6", "lucky_granite_bf6_a", "workload-imbalance", "full", 66.8),
        ("seventyfirst_bf1", "acorn_turbine_bf1_a", "special-function-bound", "full", 48.2),
        ("ctl_degrees", "degree_grid66_a", "small-grid", "full", 70.5),
        ("ctl_split", "split_stores_a", "uncoalesced-access", "full", 24.1),
        ("hundredninetyfirst_ck5", "ribbon_kettle_ck5_a", "barrier-stall", "full", 38.9),
        ("hundredninetieth_ck4", "russet_beacon_ck4_a", "unpipelined-copy", "full", 10.9),
        ("advisedfifth_ck9", "walrus_daisy_ck9_a", "low-data-reuse", "full", 13.6),
        ("hundredninetyfourth_ck8", "saffron_boot_ck8_a", "low-data-reuse", "full", 53.8),
        ("hundredninetyfifth_cl1", "sable_harbor_cl1_a", "special-function-bound", "full", 79.4),
        ("hundredninetyfifth_cl1", "opal_trellis_cl1_a", "low-data-reuse", "basic", 78.7),
        ("hundredninetyninth_cl5", "crimson_ladle_cl5_a", "workload-imbalance", "full", 70.5),
        ("hundredninetyninth_cl5", "lonely_gasket_cl5_a", "missing-tensor-cores", "full", 87.1),
        ("own_learning", "own_dispatch_a", "scalar-global-access", "full", 67.7),
    ],
)
def test_what_was_missed_once_is_found_first(program: str, kernel: str, rule: str, collected: str, measured: float) -> None:
    """It comes first, and its promise lies within 8 points of what the mend saved."""
    first = kernels(program, collected)[kernel].findings[0]
    assert first.rule == rule
    assert first.time_saved_pct == pytest.approx(measured, abs=8)


@pytest.mark.parametrize(
    ("program", "kernel", "rule"),
    [
        ("hundredninetysecond_ck6", "gravel_sonnet_ck6_a", "shared-bank-conflict"),  # vectors looked up at random meet as deep as chance has it
        ("hundredninetysecond_ck6", "feather_gasket_ck6_a", "uncoalesced-access"),  # records of a sector, read in two loads beside their keys
        ("hundredninetyfourth_ck8", "lonely_pencil_ck8_a", "missing-tensor-cores"),  # distances of three coordinates, each compared
        ("advisedfifth_ckc", "mellow_turret_ckc_a", "workload-imbalance"),  # blocks of equal work end apart for the constants that their SMs miss
    ],
)
def test_what_no_mend_of_its_own_would_shorten_is_not_told(program: str, kernel: str, rule: str) -> None:
    """The counters look like the defect, but what makes them so is the work itself, or another finding counts it."""
    assert [found.rule for found in kernels(program)[kernel].findings if found.rule == rule and found.time_saved_pct > 0] == []


@pytest.mark.parametrize(("kernel", "saved"), [("saffron_wagon_ck9_a", 7.7), ("walnut_beacon_ck9_a", 5.5), ("ivory_turbine_ck9_a", 3.8)])
def test_twice_the_warps_bring_dram_no_further_than_rows_apart_let_it(kernel: str, saved: float) -> None:
    """Blocks of two warps in place of one, carried out where DRAM was near its roof already."""
    found = finding("advisedfifth_ck9", kernel, "occupancy-limited-by-block-size")
    assert found.time_saved_pct == pytest.approx(saved, abs=3.5)


def test_steps_that_share_a_value_a_row_are_a_chain() -> None:
    """Decay, state and read-out: a value for each row of 16 is read beside the array before. (The state has to be stored all the same.)"""
    report = advise(load(str(page("hundredninetieth_ck4"))))
    told = [s.time_saved_pct for s in report.sequence_findings if s.rule == "missed-fusion" and "3 launches in a row pass" in s.title]
    assert told == [pytest.approx(60.7, abs=16)]


def test_a_norm_in_three_launches_is_a_chain_however_long_its_gains_are() -> None:
    """Sum, squares and scaling of rows of 4096: the gains of a row are read beside the array and its sums, and one launch is promised half."""
    report = advise(load(str(page("twentyfirst_f3"))))
    chain = next(s for s in report.sequence_findings if s.rule == "missed-fusion" and s.time_saved_pct == pytest.approx(50.0, abs=8))
    names = {kernel.id: kernel.short_name for kernel in report.kernels}
    assert {names[kernel] for kernel in chain.kernels} == {f"choir_levels_f3_a{step}" for step in range(3)}


@pytest.mark.parametrize(("program", "kernel"), [("thirtieth_n5", "market_ledgers_n5_a"), ("twentyninth_m5", "loom_pattern_m5_a")])
def test_a_product_of_floats_is_not_told_to_use_halves(program: str, kernel: str) -> None:
    """A warp of 16 x 2 threads loads 72 bytes of both factors a step, half of what 32 x 1 threads load: four bytes an element all the same."""
    assert "TF32" in finding(program, kernel, "missing-tensor-cores").title


@pytest.mark.parametrize(
    ("program", "collected", "chain", "measured", "within"),
    [
        # Each pass reads what the one before it read and a value of each block more.
        ("twentythird_k3", "basic", "tide_pools_k3", 49.1, 8.0),
        # The first launch takes a gain for each column from L1 beside its array; its sums are read beside that array again.
        ("thirtyeighth_ad3", "full", "teasel_cloth_ad3", 60.0, 1.0),
        # The first launch reads 16-bit words in another order than it stores floats, the last one a table that L2 keeps.
        ("thirtyeighth_ad7", "full", "trilobite_slabs_ad7", 62.6, 8.5),
        # The first launch reads words of half the width of what it stores, beside a table.
        ("seventieth_bf4", "full", "narrow_orchard_bf4", 70.2, 8.0),
        # What does the three in one comes right after them, and would be the next step of another link.
        ("eightythird_bm3", "full", "thistle_anchor_bm3", 51.6, 8.0),
    ],
)
def test_three_launches_are_a_chain(program: str, collected: str, chain: str, measured: float, within: float) -> None:
    """They are named together, and what is promised of one launch in their place lies so near to what it saved."""
    report = advise(load(str(page(program, f"{collected}.raw"))))
    names = {kernel.id: kernel.short_name for kernel in report.kernels}
    chains = {tuple(names[k] for k in s.kernels): s.time_saved_pct for s in report.sequence_findings if s.rule == "missed-fusion"}
    assert chains[f"{chain}_a0", f"{chain}_a1", f"{chain}_a2"] == pytest.approx(measured, abs=within)


@pytest.mark.parametrize("kernel", ["tea_rounds", "speck_rounds", "simon_rounds", "shift_noise", "lookup_mix", "rule_words", "register_walk"])
def test_a_cipher_is_promised_no_more_than_a_tenth(kernel: str) -> None:
    """Its integer pipe is as full as that of a loop over bits: no counter tells which of the two it is."""
    promised = [found.time_saved_pct or 0.0 for found in kernels("ctl_integers")[kernel].findings]
    assert max(promised, default=0.0) <= 10.0


def test_a_thin_product_has_no_order_of_tiles() -> None:
    """Sixteen tokens through weights that are read once, near DRAM's rate: L2 answers the tokens whatever the order."""
    assert kernels("twentyfourth_l5")["postcard_tokens_l5_a"].findings == []


def test_a_table_that_lies_in_local_memory_by_its_look_is_none_where_words_are_stored_apart() -> None:
    """Set basic: sectors that reach DRAM as often written as they have words were taken for an array once."""
    assert "local-array" not in {found.rule for found in kernels("twentyfirst_f1", "basic")["postcard_press_f1_a"].findings}


def test_pipes_alone_name_a_product_and_promise_a_tenth() -> None:
    """Set basic: 76 registers, a tile in shared memory read 16 bytes at a time and an FMA pipe that is mostly busy."""
    first = kernels("twentieth_e5", "basic")["pigeon_homing_e5_a"].findings[0]
    assert first.rule == "missing-tensor-cores"
    assert first.time_saved_pct < 12


def test_no_number_stands_where_a_rule_has_none_to_give() -> None:
    """Loads all over DRAM have no rows of tiles to group: the value is left out, not null."""
    assert finding("eighteenth_z4", "caravan_wells_z4_a", "poor-l2-reuse").recommendation == {}


def test_lone_sectors_beside_whole_lines_are_scattered_not_misaligned() -> None:
    """Two streams of doubles and one column of a table: a sector, and a pair from DRAM, for each element of the column; on average two for one."""
    found = [finding.rule for finding in kernels("fortyeighth_ak1", "full")["walnut_ferry_ak1_a"].findings]
    assert found[0] == "uncoalesced-access"
    assert "misaligned-access" not in found


def test_a_grid_that_was_sized_for_its_tables_asks_for_loads_at_once() -> None:
    """One block an SM, whose 135 kB are a table that it stores once: eight look-ups at once saved 67%, and another block does not fit."""
    first, second = kernels("fortyninth_am6")["thistle_archive_am6_a"].findings[:2]
    assert (first.rule, second.rule, second.instead_of) == ("memory-latency", "occupancy-limited-by-shared-memory", "memory-latency")


def test_unfused_doubles_are_counted_and_named_as_such() -> None:
    """Two instructions for each step of a polynomial of doubles."""
    found = finding("fiftieth_an6", "walnut_parasol_an6_a", "unfused-multiply-add")
    assert found.title.endswith("of the FP64 instructions are multiplications and additions that could fuse")
    assert ("`fma(a, b, c)`" in found.advice, "__fmul_rn" in found.advice) == (True, False)
    assert [(e.metric, e.unit) for e in found.evidence] == [("fused", "inst"), ("separate", "inst")]


def test_packed_halves_that_do_not_fuse_are_promised_what_finds_its_counterpart() -> None:
    """The compiler wrote a part of the additions and multiplications as multiply-adds: a quarter of the instructions could go as they stand."""
    found = finding("fiftyfirst_ao6", "saffron_kettle_ao6_a", "unfused-multiply-add")
    assert "packed FP16" in found.title
    assert "`__hfma2(a, b, c)`" in found.advice
    assert 15 < found.time_saved_pct < 42.1


def test_constants_of_packed_halves_are_no_matrix_instructions() -> None:
    """A chain of powers keeps the tensor pipe 3% busy with HFMA2.MMA: nothing is said of tiles, and what takes its time is the power."""
    kernel = kernels("fiftyfirst_ao6")["copper_lantern_ao6_a"]
    assert kernel.metrics["pipe_tensor"] > 2
    assert kernel.metrics["pipe_matrix"] == 0
    assert not [found for found in kernel.findings if "matrix instructions" in found.advice]


def test_launches_of_a_whole_wave_leave_little_of_their_work_in_one() -> None:
    """Twelve steps over the same data, each a wave: their first loads came from DRAM, whose caches ncu empties. One launch saved 91%."""
    report = advise(load(str(page("fiftieth_am3"))))
    names = {kernel.id: kernel.short_name for kernel in report.kernels}
    [told] = [
        s.time_saved_pct for s in report.sequence_findings if s.rule == "launch-overhead" and names[s.kernels[0]].startswith("marble_thistle_am3_a")
    ]
    assert told == pytest.approx(90.9, abs=8)


def test_two_dozen_steps_of_five_microseconds_are_one_launch() -> None:
    """A recurrence over chunks, a launch each that keeps nothing half busy: on the GPU's side 60% was saved by one for all, and 89% from Python."""
    report = advise(load(str(page("hundredninetyeighth_cl4"))))
    names = {kernel.id: kernel.short_name for kernel in report.kernels}
    [told] = [found for found in report.sequence_findings if found.rule == "launch-overhead" and names[found.kernels[0]] == "velvet_anchor_cl4_a"]
    assert len(told.kernels) == 24
    assert told.time_saved_pct == pytest.approx(60, abs=8)
    assert told.title.endswith("too short to fill the GPU")


def test_rows_that_are_rounded_by_their_largest_end_a_chain() -> None:
    """A sum of two arrays, a norm of its rows and their rounding to bytes: the last one's warps find the largest value of each row."""
    report = advise(load(str(page("hundredninetyeighth_cl4"))))
    names = {kernel.id: kernel.short_name for kernel in report.kernels}
    chains = {tuple(names[k] for k in found.kernels) for found in report.sequence_findings if found.rule == "missed-fusion"}
    assert ("walnut_harbor_cl4_a1", "walnut_harbor_cl4_a2", "walnut_harbor_cl4_a3") in chains


@pytest.mark.parametrize(
    ("program", "chain", "saved"), [("hundredeightyseventh_ck1", "gentle_bracket_ck1_a", 71.6), ("eightyseventh_bn5", "marble_ferret_bn5_a", 78.1)]
)
def test_short_steps_that_exchange_values_are_steps_of_one_block(program: str, chain: str, saved: float) -> None:
    """Each launch loads its few values five times over: one block keeps them in shared memory, at its own SM's pace."""
    report = advise(load(str(page(program))))
    names = {kernel.id: kernel.short_name for kernel in report.kernels}
    [told] = [found for found in report.sequence_findings if found.rule == "launch-overhead" and names[found.kernels[0]].startswith(chain)]
    assert told.time_saved_pct == pytest.approx(saved, abs=6)
    assert "Loop over the steps inside one launch of one block" in told.advice


@pytest.mark.parametrize(
    ("program", "kernel", "advised"),
    [
        ("fortyninth_am4", "lantern_quince_am4_a", "deal the long items out evenly"),
        ("twentyfourth_l4", "radar_tracks_l4_a", "reduce with shuffles"),
    ],
)
def test_long_waits_at_barriers_are_those_of_uneven_warps(program: str, kernel: str, advised: str) -> None:
    """946 cycles at each, where one warp in eight has ten times the steps; 45 where columns are worked off one by one."""
    assert advised in finding(program, kernel, "barrier-stall").advice


@pytest.mark.parametrize(
    ("program", "kernel", "told"), [("twentyfourth_l4", "recipe_breeding_l4_a", True), ("fortyninth_am4", "marmot_teacup_am4_a", False)]
)
def test_lanes_that_part_at_short_branches_are_told_of_selects(program: str, kernel: str, told: bool) -> None:
    """An interpreter branches every fifth instruction and its lanes part there; a loop of unlike lengths does not."""
    assert ("a select, a look-up or arithmetic on the condition" in finding(program, kernel, "thread-divergence").advice) == told


@pytest.mark.parametrize("program", ["fiftieth_an6", "fortyninth_am1", "ctl_integers"])
def test_no_part_is_told_to_be_less_busy_than_it_was_counted(program: str) -> None:
    """Achievable rates lie below the peaks that counters are shares of, also where two parts are so full that the model lets them share the time."""
    told = {name: kernel.metrics | {"roof": 100 * kernel.roof_fraction} for name, kernel in kernels(program).items()}
    counted = ("pipe_fma", "pipe_alu", "pipe_fp64", "pipe_xu", "issue_elapsed", "dram_throughput")
    assert [(name, part) for name, values in told.items() for part in counted if values["roof"] < min(100, values.get(part, 0.0)) - 1e-6] == []


def test_packed_half_arithmetic_is_no_matrix_instruction_where_its_pipe_was_not_counted() -> None:
    """HFMA2 keeps the tensor pipe and the FMA pipe 64% busy each (set basic has no counter of its own for it)."""
    assert not [found for found in kernels("fortysixth_ak3", "basic")["amber_saddle_ak3_a"].findings if found.time_saved_pct > 0]


def test_a_word_for_a_whole_warp_fills_one_sector_of_an_unknown_part() -> None:
    """Rings of doubles that meet at barriers: set detailed counts sectors of loads of one byte, which do not size a product's tile."""
    assert kernels("fortysixth_ak4", "detailed")["quill_harbor_ak4_a"].findings[0].rule == "barrier-stall"


def test_operands_that_are_converted_for_a_few_rows_share_a_tile() -> None:
    """Weights of 8 bits are converted once a tile of 16 rows; tiles of 128 saved 75%, and the special-function pipe is named for what it does."""
    found = finding("eightyfourth_bm5", "tulip_anvil_bm5_a", "low-data-reuse")
    assert "converted again for every 16 rows" in found.title
    assert found.time_saved_pct == pytest.approx(74.9, abs=11)


def test_an_order_that_leaves_operands_in_l2_comes_before_copies_that_run_ahead() -> None:
    """DRAM sends each operand 31 times, and copies of four stages wait for it: another order of the blocks saved 64%."""
    first = kernels("hundredninetythird_ck7")["cobalt_ferry_ck7_a"].findings[0]
    assert first.rule == "poor-l2-reuse"
    assert first.time_saved_pct == pytest.approx(64.0, abs=16)


def test_rows_longer_than_a_warps_load_are_rows_nonetheless() -> None:
    """Bags of rows of 1 KiB, two loads for each shuffle of an index: L2 delivers rows at random at its roof, and no tile holds them."""
    told = kernels("twohundredsecond_cl9")["onyx_pasture_cl9_a"]
    assert not [found for found in told.findings if found.time_saved_pct > 0]
    assert told.limiter == "l2"


def test_a_stream_behind_additions_to_one_slice_waits_for_both() -> None:
    """Eight additions a block into 64 words of one line, while rows come from DRAM: what both take adds up. One addition a block saved a fifth."""
    found = finding("hundredninetysixth_cl2", "russet_beacon_cl2_a", "atomic-contention")
    assert found.time_saved_pct == pytest.approx(19.5, abs=6)


@pytest.mark.parametrize(
    ("program", "chain", "saved"), [("twohundredsecond_cl9", "velvet_anchor_cl9_a", 69.2), ("hundredninetysixth_cl2", "garnet_shuttle_cl2_a", 63.1)]
)
def test_steps_that_read_more_than_they_store_bring_new_data_each(program: str, chain: str, saved: float) -> None:
    """Two dozen steps of four microseconds, each with inputs of its own, more than L2 holds: one launch takes what DRAM takes for them."""
    report = advise(load(str(page(program))))
    names = {kernel.id: kernel.short_name for kernel in report.kernels}
    [told] = [found for found in report.sequence_findings if found.rule == "launch-overhead" and names[found.kernels[0]] == chain]
    assert told.time_saved_pct == pytest.approx(saved, abs=9)


def test_weights_read_byte_by_byte_fill_l1_before_dram() -> None:
    """Nibbles times a vector in shared memory, a byte a lane: L1 is 88% busy at 41% of DRAM. Loads of 16 bytes and `dp4a` saved half."""
    found = finding("hundredninetysixth_cl2", "ember_pulley_cl2_a", "scalar-global-access")
    assert kernels("hundredninetysixth_cl2")["ember_pulley_cl2_a"].findings[0].rule == "scalar-global-access"
    assert found.time_saved_pct == pytest.approx(50.1, abs=14)


def test_part_of_a_wave_that_marches_keeps_too_little_on_its_way() -> None:
    """A third of a wave marches through planes with a load or two on their way, at 59% of DRAM's peak: three times the blocks saved a quarter."""
    found = finding("twohundredfirst_cl7", "granite_plover_cl7_a", "memory-latency")
    assert found.time_saved_pct == pytest.approx(25.4, abs=6)


def test_hits_of_stores_do_not_hide_tiles_that_are_too_small() -> None:
    """Tensor copies of 128 x 64 tiles keep L2 82% busy; 48% of L1's look-ups hit, all of them of stores. Tiles of 128 x 256 saved 46%."""
    assert kernels("twohundredfirst_cl7")["indigo_falcon_cl7_a"].findings[0].rule == "low-data-reuse"


def test_who_polls_for_tensor_copies_takes_no_shallow_steps() -> None:
    """One stage of 48 KiB: the loop that asks whether it has come branches often. The stages are what is advised, not a deeper step."""
    found = finding("twohundredfirst_cl7", "marble_otter_cl7_a", "unpipelined-copy")
    assert "4 stages" in found.advice
    assert "a step along K" not in found.advice
    assert found.time_saved_pct == pytest.approx(53.0, abs=6)


@pytest.mark.parametrize(
    ("kernel", "saved", "named"),
    [
        ("inverse_drawn_cmb_a", 44.5, "IEEE square roots"),
        ("quotient_drawn_cmb_a", 22.4, "IEEE divisions"),
        ("root_drawn_cmb_a", 36.2, "IEEE square roots"),
        ("sigmoid_drawn_cmb_a", 36.2, "divisions by sums of exponentials"),
        ("tangent_pairs_cmb_a", 24.6, "sines, cosines or tangents"),
    ],
)
def test_functions_of_the_library_amid_other_work_are_counted(kernel: str, saved: float, named: str) -> None:
    """Hashes that draw the arguments, or pairs of bodies, stand beside one accurate function: what it is made of tells how much of the time it is."""
    found = finding("functions_cmb", kernel, "special-function-bound")
    assert found.time_saved_pct == pytest.approx(saved, abs=7)
    assert named in found.explanation


def test_full_issue_slots_are_a_compute_roof() -> None:
    """Logarithms of a polynomial pass no special pipe: which instructions fill the slots no counter tells, but that they do."""
    [first] = kernels("functions_cmb")["logarithm_pairs_cmb_a"].findings
    assert (first.rule, first.time_saved_pct) == ("compute-saturated", 0)
    assert "instruction issue runs at" in first.title


def test_a_table_in_constant_memory_is_promised_what_the_fp64_pipe_can_take() -> None:
    """From shared memory the polynomial kept the FP64 pipe 76% busy in place of 70%: 8% saved, where a fifth had been told."""
    promised = [f.time_saved_pct for f in kernels("advisedthirteenth_cmc")["onyx_gantry_cmc_a"].findings]
    assert max(promised) == pytest.approx(8.0, abs=4)


def test_counters_that_are_added_side_by_side_leave_no_sm_behind() -> None:
    """A wave of blocks adds 128 counters each at its end, 32 side by side: who ends last waited in that queue, and had no more work."""
    assert not [f for f in kernels("twohundredsecond_cl9")["cobalt_meadow_cl9_b"].findings if f.time_saved_pct > 0]


def test_words_that_a_warp_looks_up_are_no_misaligned_rows() -> None:
    """Rows of 128 bytes, each told by a shuffle, begin at a line: what has a sector too many are the 32 places looked up before them."""
    assert not [f for f in kernels("twohundredsecond_cl9")["marble_finch_cl9_b"].findings if f.rule == "misaligned-access"]


def test_values_that_triton_exchanges_are_told_of_warps_and_not_of_padding_alone() -> None:
    """`tl.sort` of rows of 1,024: as many values go through shared memory as come back, 16 deep both ways, where nobody can pad."""
    assert "Where Triton exchanges values so (`tl.sort`" in finding("twohundredeighth_cm6", "feather_sluice_cm6_a", "shared-bank-conflict").advice


def test_attention_of_few_queries_has_the_keys_loaded_again() -> None:
    """32 queries a program of two warps: L1 and L2 are six tenths busy, and matrix instructions are of single warps. 128 queries saved a third."""
    found = finding("twohundredfifth_cm2", "hollow_beacon_cm2_a", "low-data-reuse")
    assert found.time_saved_pct == pytest.approx(33.8, abs=9)
    assert "128 queries" in found.advice
