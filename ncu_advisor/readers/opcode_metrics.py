"""Under which names the profiler counts executed warp instructions by mnemonic."""

OPCODE_METRICS = (  # the most detailed first
    "sass__inst_executed_per_opcode_with_modifier_all",
    "sass__inst_executed_per_opcode_with_modifier_selective",
    "sass__inst_executed_per_opcode",
)
