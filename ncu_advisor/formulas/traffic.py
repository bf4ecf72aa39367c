"""What passes between L1, L2 and DRAM, and the instructions that ask for it."""

from __future__ import annotations

from ncu_advisor.formula import SECTOR, Column, metric


@metric("byte")
def dram_bytes(dram_bytes_read: Column, dram_bytes_written: Column) -> Column:
    """Bytes between DRAM and L2, both ways."""
    return dram_bytes_read + dram_bytes_written


@metric("byte", "dram_bytes")
def _dram_bytes_together(dram_bytes_together: Column) -> Column:
    return dram_bytes_together


@metric("byte", "dram_bytes")
def _dram_bytes(dram_rate: Column, duration: Column) -> Column:
    return dram_rate * duration / 1e9


# (What such a GPU moves is what it reads, at least: what L2 writes back nothing counts, and sectors that SMs store in parts count for each part.)
@metric("byte", "dram_bytes")
@metric("byte", "dram_bytes_read")
def _dram_bytes_read_integrated(device_integrated: Column, l2_sectors_system_missed: Column) -> Column:
    """Of a GPU without memory of its own, whose chips count no DRAM: its data are what L2 calls host memory. Stores miss nothing (8.7)."""
    import numpy as np

    return np.where(device_integrated > 0, SECTOR * l2_sectors_system_missed, np.nan)


@metric("byte", "dram_bytes")
@metric("byte", "dram_bytes_read")
def _dram_bytes_read_filled(device_integrated: Column, l2_fill_system: Column, l2_slice_cycles: Column) -> Column:
    """The same as its fills: a slice takes one sector a clock from host memory (misses and fills agree within 1.4% on 29 launches of 8.7)."""
    import numpy as np

    return np.where(device_integrated > 0, l2_fill_system / 100.0 * l2_slice_cycles * SECTOR, np.nan)


@metric("byte", "dram_bytes_read")
def _dram_bytes_read_missed(device_integrated: Column, l2_read_misses: Column) -> Column:
    """The same by the misses of all reads: there is nothing behind L2 but the host's memory (11.0: a stream through TMA misses every sector that
    it reads, one that stays in L2 none)."""
    import numpy as np

    return np.where(device_integrated > 0, SECTOR * l2_read_misses, np.nan)


@metric("byte", "dram_bytes_written")
def _dram_bytes_written_missed(device_integrated: Column, l2_write_misses: Column) -> Column:
    """Of such a GPU: a sector that was not in L2 when it was written is written back once, soon or after the launch."""
    import numpy as np

    return np.where(device_integrated > 0, SECTOR * l2_write_misses, np.nan)


@metric("byte", "dram_bytes")
def _dram_bytes_missed(device_integrated: Column, l2_read_misses: Column, l2_reads_total: Column, l2_bytes_total: Column) -> Column:
    import numpy as np

    # Reads are all of it where L2 saw little else: of a kernel that only writes they say nothing.
    read, beside = SECTOR * l2_read_misses, l2_bytes_total - SECTOR * l2_reads_total
    return np.where((device_integrated > 0) & ((beside < 0.1 * read) | (beside < 0.01 * l2_bytes_total)), read, np.nan)


@metric("byte/s", "dram_rate")
def _dram_rate(dram_bytes: Column, duration: Column) -> Column:
    return dram_bytes / duration * 1e9


@metric("byte/s")
def dram_peak(dram_peak_per_cycle: Column, dram_clock: Column) -> Column:
    """DRAM bytes per second at the clock that the profile measured."""
    return dram_peak_per_cycle * dram_clock


@metric("byte/s", "dram_peak")
def _dram_peak(dram_rate: Column, dram_throughput: Column) -> Column:
    import numpy as np

    # Below a tenth the rounded percentage is too coarse to divide by.
    return np.where(dram_throughput > 10, dram_rate / dram_throughput * 100.0, np.nan)


@metric("byte/s", "dram_peak")
def _dram_peak_from_device(device_bus_bits: Column, device_memory_clock: Column, device_clock_max: Column, device_integrated: Column) -> Column:
    import numpy as np

    # Integrated GPUs report their own clock as that of the memory, and the bus at another width, or a quarter of the memory's clock.
    untold = (device_integrated > 0) | (device_memory_clock == device_clock_max)
    return np.where(untold, np.nan, device_bus_bits / 8 * 2 * device_memory_clock * 1e3)


@metric("byte/s", "dram_rate")
def _dram_rate_from_throughput(dram_throughput: Column, dram_peak: Column) -> Column:
    return dram_throughput / 100.0 * dram_peak


@metric("inst")
def lsu_instructions(pipe_lsu: Column, sm_count: Column, elapsed_cycles: Column) -> Column:
    """Slots of the load-store pipe: one a clock and SM at peak; reads of special registers take some too. An instruction takes one on SMs
    with 32 load-store lanes, and two on those with 16 (counted so on 7.5, 8.6 and 8.9)."""
    return pipe_lsu / 100.0 * sm_count * elapsed_cycles


@metric("")
def dram_overfetch(dram_bytes_read: Column, l2_sectors_read: Column) -> Column:
    """Bytes that DRAM read for each byte that L1 asked of L2: up to 2 where single sectors are wanted, as it reads two at a time."""
    return dram_bytes_read / (SECTOR * l2_sectors_read)


@metric("")
def dram_reachable(dram_overfetch: Column) -> Column:
    """Part of its rate that DRAM keeps for reads that lie as these do: three fifths where single sectors are wanted from random places."""
    import numpy as np

    # Measured on an H200: gathers of single sectors end at 57 to 65% of DRAM's rate (benchmarks/advice).
    # (Unknown where the reads are: a value here would stand even if another formula tells them later.)
    return np.where(np.isnan(dram_overfetch), np.nan, np.where(dram_overfetch > 1.3, 0.6, 1.0))


@metric("byte")
def shared_stored(shared_store_wavefronts: Column, grid_size: Column) -> Column:
    """Bytes that a block stores into shared memory from registers in all its life, at most: 128 for each wavefront."""
    return 128.0 * shared_store_wavefronts / grid_size


# Without the memory sections (set basic) the breakdown of the throughput still tells the traffic between L1 and L2: a port's share of its
# peak, which is so many sectors a clock (counts held against percentages: 9.0 in benchmarks/advice; 7.5, 8.0, 8.6 and 8.9 on public profiles,
# seven of eight of 8.0 within 0.3% of 2, one within 3%).
_SECTORS_A_CLOCK = {9.0: 4.0, 8.9: 1.0, 8.6: 1.0, 8.0: 2.0, 7.5: 1.0}


@metric("sector", "l2_sectors_read")
def _l2_sectors_read(l1_from_l2: Column, sm_count: Column, elapsed_cycles: Column, device_cc_major: Column, device_cc_minor: Column) -> Column:
    import numpy as np

    capability = np.round(device_cc_major + device_cc_minor / 10.0, 1)
    port = sum((np.where(capability == known, sectors, 0.0) for known, sectors in _SECTORS_A_CLOCK.items()), np.zeros(len(capability)))
    return np.where(port > 0, port * l1_from_l2 / 100.0 * sm_count * elapsed_cycles, np.nan)


@metric("sector", "l2_sectors_written")
def _l2_sectors_written(
    l1_to_l2: Column, l2_sectors_read: Column, sm_count: Column, elapsed_cycles: Column, device_cc_major: Column, device_cc_minor: Column
) -> Column:
    import numpy as np

    # A sector written takes a cycle of the port. Requests for reads pass the same port: how many a sector is known of 9.0 only (a cycle for an
    # eighth of a sector to a whole one, by how they lie), so elsewhere writes are known where reads are few. On 8.9 the port is 16 bytes wide:
    # two cycles for a whole sector, less for parts of one, so that half of its cycles are writes at least. (Held against counts on public
    # profiles: 7.5 and 8.6 1.00 cycles a sector, 8.9 1.34 to 2.03.)
    cycles = l1_to_l2 / 100.0 * sm_count * elapsed_cycles
    written = np.clip(cycles - l2_sectors_read / 6.0, 0.0, None)
    capability = np.round(device_cc_major + device_cc_minor / 10.0, 1)
    few = np.where(l2_sectors_read < 0.1 * cycles, np.where(capability == 8.9, 0.5, 1.0), np.nan)
    return written * np.where(device_cc_major == 9, 1.0, np.where(np.isin(capability, (7.5, 8.6, 8.9)), few, np.nan))


# A slice of L2 takes one sector a clock from DRAM: equal to the counted bytes within 0.2% on compute capability 9.0 (benchmarks/advice).
@metric("byte", "dram_bytes_read")
def _dram_bytes_read(
    l2_fill_device: Column, l2_slice_cycles: Column, dram_throughput: Column, dram_peak: Column, duration: Column, device_integrated: Column
) -> Column:
    import numpy as np

    # No more than passes in all: where a slice's peak is another, this is no count. Nor is it where nothing is memory of the device.
    read, passed = l2_fill_device / 100.0 * l2_slice_cycles * SECTOR, dram_throughput / 100.0 * dram_peak * duration / 1e9
    return np.where((read <= 1.02 * passed) & ~(device_integrated > 0), np.minimum(read, passed), np.nan)


@metric("byte", "dram_bytes_written")
def _dram_bytes_written(dram_bytes_read: Column, dram_throughput: Column, dram_peak: Column, duration: Column, device_integrated: Column) -> Column:
    import numpy as np

    # (That of an integrated GPU is no count.)
    passed = dram_throughput / 100.0 * dram_peak * duration / 1e9
    return np.where(device_integrated > 0, np.nan, np.clip(passed - dram_bytes_read, 0.0, None))


@metric("")
def scattered(l2_tags: Column, l2_sectors: Column) -> Column:
    """Share of L2 requests that ask for one sector instead of a line's four, from look-ups of tags against sectors (0 to 1)."""
    import numpy as np

    # Adjacent addresses give a ratio of 1, one sector a request 2.9 (transposes and streams, benchmarks/advice).
    return np.clip((l2_tags / l2_sectors - 1.0) / 1.9, 0.0, 1.0)


@metric("wavefront")
def lsu_wavefronts(l1_wavefronts: Column, l1_lsuin: Column) -> Column:
    """Wavefronts of the L1 data stage for each load-store instruction (coalesced 4 bytes a lane take one, 16 bytes four)."""
    return l1_wavefronts / l1_lsuin


@metric("")
def l1_reread(l1_data_bank_reads: Column, l1_data_bank_writes: Column) -> Column:
    """What L1 reads from its data banks over what it writes into them (1 where each byte loaded or stored is used once)."""
    return l1_data_bank_reads / l1_data_bank_writes


@metric("%", "dram_throughput")
def _dram_throughput(dram_rate: Column, dram_peak: Column) -> Column:
    return 100.0 * dram_rate / dram_peak


@metric("byte")
def l2_bytes(l2_sectors_read: Column, l2_sectors_written: Column) -> Column:
    """Bytes between L2 and the SMs, both ways."""
    return (l2_sectors_read + l2_sectors_written) * SECTOR


@metric("byte", "l2_bytes")
def _l2_bytes_looked_up(l2_bytes_total: Column) -> Column:
    return l2_bytes_total


@metric("byte", "l2_bytes")
def _l2_bytes(l2_sectors_total: Column) -> Column:
    return l2_sectors_total * SECTOR


@metric("%")
def dram_write_share(dram_bytes_read: Column, dram_bytes_written: Column) -> Column:
    """Share of the DRAM traffic that writes."""
    return 100.0 * dram_bytes_written / (dram_bytes_read + dram_bytes_written)
