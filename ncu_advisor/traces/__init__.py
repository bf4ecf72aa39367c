"""What happened when: the order of launches, transfers, idle gaps and host calls of a run, computed from profiles and system traces."""
