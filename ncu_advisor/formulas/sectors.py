"""What accesses touch and what their addresses need: sectors, bytes and widths, also where the memory tables are missing."""

from __future__ import annotations

from ncu_advisor.formula import SECTOR, WARP, Column, metric

# Sectors of an atomic whose lanes add to adjacent words of four bytes, and how far counts of such may lie above it (fraction).
_ADJACENT, _NEARLY = 4 * WARP / SECTOR, 0.01


@metric("byte")
def l1_bytes(load_sectors: Column, store_sectors: Column) -> Column:
    """Bytes of the sectors that global accesses asked of L1."""
    return (load_sectors + store_sectors) * SECTOR


@metric("sector/request")
def load_sectors_per_request(load_sectors: Column, load_requests: Column) -> Column:
    """Sectors that a global load of a warp asks for."""
    return load_sectors / load_requests


@metric("sector/request")
def store_sectors_per_request(store_sectors: Column, store_requests: Column) -> Column:
    """Sectors that a global store of a warp touches."""
    return store_sectors / store_requests


@metric("byte")
def load_bytes(load_sectors: Column, load_bytes_per_sector: Column) -> Column:
    """Bytes that threads used of their global loads."""
    return _used(load_sectors, load_bytes_per_sector)


@metric("byte")
def store_bytes(store_sectors: Column, store_bytes_per_sector: Column) -> Column:
    """Bytes that threads wrote with global stores."""
    return _used(store_sectors, store_bytes_per_sector)


def _used(sectors: Column, bytes_per_sector: Column) -> Column:
    """No sector is asked for without a byte: where sectors have none, these were not counted (instructions that the profiler did not patch)."""
    import numpy as np

    return np.where((bytes_per_sector > 0) | (sectors == 0), sectors * bytes_per_sector, np.nan)


@metric("sector")
def accessed_sectors(
    theoretical_sectors: Column, l2_sectors_atomic: Column, l2_sectors_reduction: Column, l2_sectors_read: Column, l2_sectors_written: Column
) -> Column:
    """Global sectors that the addresses of loads and stores touch: those of atomics go on to L2, and are counted there.

    (Of lanes that add to the same word, L2 counts more than one address touches: loads and stores touch what L2 read and wrote for them, at least.)
    """
    import numpy as np

    rest = theoretical_sectors - np.nan_to_num(l2_sectors_atomic) - np.nan_to_num(l2_sectors_reduction)
    return np.minimum(theoretical_sectors, np.maximum(rest, np.nan_to_num(l2_sectors_read) + np.nan_to_num(l2_sectors_written)))


@metric("sector", "accessed_sectors")
def _accessed_sectors(theoretical_sectors: Column) -> Column:
    return theoretical_sectors


@metric("sector")
def accessed_sectors_ideal(
    theoretical_sectors: Column,
    theoretical_sectors_ideal: Column,
    accessed_sectors: Column,
    global_atomic_requests: Column,
    global_reduction_requests: Column,
) -> Column:
    """What loads and stores would touch with adjacent addresses: what the ideal leaves them beside the atomics."""
    import numpy as np

    requests = np.nan_to_num(global_atomic_requests) + np.nan_to_num(global_reduction_requests)
    # Adjacent words take four sectors; of words further apart the ideal may be a single one, and no excess of theirs is to be the loads'.
    atomics = theoretical_sectors - accessed_sectors
    atomics = np.where(atomics > (1 + _NEARLY) * _ADJACENT * requests, requests, atomics)
    return np.clip(theoretical_sectors_ideal - atomics, 0.0, None)


@metric("sector", "accessed_sectors_ideal")
def _accessed_sectors_ideal(theoretical_sectors_ideal: Column) -> Column:
    return theoretical_sectors_ideal


# Without the memory tables (set detailed): stores pass through L1, so their sectors are what L2 saw written; the rest of the
# sectors that the code touches are loads. The ideal is known for both together and shared out by requests.
@metric("sector", "store_sectors")
def _store_sectors(accessed_sectors: Column, l2_sectors_written: Column, load_requests: Column, store_requests: Column) -> Column:
    """What L2 saw written, and more where stores of a sector met before it: no load touches more than a sector a lane."""
    import numpy as np

    stores = np.maximum(np.minimum(l2_sectors_written, accessed_sectors), accessed_sectors - WARP * load_requests)
    return np.where(store_requests > 0, stores, 0.0)


@metric("sector", "load_sectors")
def _load_sectors(accessed_sectors: Column, store_sectors: Column) -> Column:
    return accessed_sectors - store_sectors


@metric("sector", "load_sectors_ideal")
def _load_sectors_of_both(accessed_sectors_ideal: Column, store_bytes: Column, store_requests: Column, load_sectors: Column) -> Column:
    """The vendor's ideal is exact instruction by instruction, but of loads and stores together; what stores need, their bytes tell."""
    import numpy as np

    stores = np.where(store_requests > 0, np.maximum(store_bytes / SECTOR, store_requests), 0.0)
    return np.clip(accessed_sectors_ideal - stores, 0.0, load_sectors)


@metric("sector", "load_sectors_ideal")
def _load_sectors_of_bytes(load_bytes: Column, load_requests: Column, store_requests: Column, accessed_sectors_ideal: Column) -> Column:
    """Bytes count every lane of a broadcast, the vendor's ideal distinct ones; each store needs a sector of that at least."""
    import numpy as np

    return np.maximum(np.minimum(load_bytes / SECTOR, accessed_sectors_ideal - store_requests), load_requests)


@metric("sector")
def load_sectors_ideal(load_bytes: Column, load_requests: Column) -> Column:
    """Sectors that the global loads would ask for with adjacent addresses; one a request at least."""
    import numpy as np

    return np.maximum(load_bytes / SECTOR, load_requests)


@metric("sector")
def store_sectors_ideal(store_bytes: Column, store_requests: Column) -> Column:
    """Sectors that the global stores would touch with adjacent addresses; one a request at least."""
    import numpy as np

    return np.maximum(store_bytes / SECTOR, store_requests)


@metric("sector", "load_sectors_ideal")
def _load_sectors_ideal(
    accessed_sectors_ideal: Column, load_sectors: Column, store_sectors: Column, load_requests: Column, store_requests: Column
) -> Column:
    """Shared out by requests, as far as that leaves the stores no more than they touch now."""
    import numpy as np

    shared = accessed_sectors_ideal * load_requests / (load_requests + store_requests)
    return np.minimum(load_sectors, np.maximum(shared, accessed_sectors_ideal - store_sectors))


@metric("sector", "store_sectors_ideal")
def _store_sectors_ideal(accessed_sectors_ideal: Column, store_sectors: Column, load_sectors_ideal: Column, store_requests: Column) -> Column:
    """What loads leave of the ideal, but one sector a request at least and no more than the stores touch now."""
    import numpy as np

    return np.minimum(store_sectors, np.maximum(accessed_sectors_ideal - load_sectors_ideal, store_requests))


@metric("byte", "load_bytes")
def _load_bytes(load_sectors_ideal: Column) -> Column:
    return load_sectors_ideal * SECTOR


@metric("byte", "store_bytes")
def _store_bytes(store_sectors_ideal: Column) -> Column:
    return store_sectors_ideal * SECTOR


@metric("sector", "local_load_sectors")
def _local_load_sectors(theoretical_local_sectors: Column, local_load_instructions: Column, local_store_instructions: Column) -> Column:
    import numpy as np

    total = local_load_instructions + local_store_instructions
    return np.where(total > 0, theoretical_local_sectors * local_load_instructions / np.maximum(total, 1), 0.0)


@metric("sector", "local_store_sectors")
def _local_store_sectors(theoretical_local_sectors: Column, local_load_sectors: Column) -> Column:
    return theoretical_local_sectors - local_load_sectors


@metric("%", "l1_load_hit_rate")
def _l1_load_hit_rate(l1_hit_rate: Column) -> Column:
    return l1_hit_rate


@metric("wavefront", "shared_atomic_wavefronts")
def _shared_atomic_wavefronts(
    shared_wavefronts: Column, shared_atomic_instructions: Column, shared_load_instructions: Column, shared_store_instructions: Column
) -> Column:
    import numpy as np

    # A plain access takes one wavefront at least; what is left is the atomics', where there are any.
    rest = np.clip(shared_wavefronts - shared_load_instructions - shared_store_instructions, 0.0, None)
    return np.where(shared_atomic_instructions > 0, rest, 0.0)


@metric("byte")
def load_width(load_bytes: Column, load_requests: Column) -> Column:
    """Distinct bytes that one thread's global load brings, mean over loads."""
    return load_bytes / (load_requests * WARP)


@metric("byte")
def store_width(store_bytes: Column, store_requests: Column) -> Column:
    """Bytes that one thread's global store writes, mean over stores."""
    return store_bytes / (store_requests * WARP)


@metric("wavefront", "shared_wavefronts")
def _shared_wavefronts(shared_load_wavefronts: Column, shared_store_wavefronts: Column) -> Column:
    return shared_load_wavefronts + shared_store_wavefronts


@metric("wavefront", "shared_conflicts")
def _shared_conflicts(shared_load_conflicts: Column, shared_store_conflicts: Column) -> Column:
    return shared_load_conflicts + shared_store_conflicts


@metric("wavefront", "shared_wavefronts_ideal")
def _shared_wavefronts_ideal(shared_wavefronts_source: Column, shared_excess_wavefronts: Column) -> Column:
    return shared_wavefronts_source - shared_excess_wavefronts


@metric("byte", "load_bytes_per_sector")
def _load_bytes_per_sector(load_sector_use: Column) -> Column:
    return SECTOR * load_sector_use / 100.0


@metric("byte", "store_bytes_per_sector")
def _store_bytes_per_sector(store_sector_use: Column) -> Column:
    return SECTOR * store_sector_use / 100.0
