"""Devices and what they can do: a file a GPU (gpus/), a file a compute capability (architectures/), and what a profile measured of its own."""
