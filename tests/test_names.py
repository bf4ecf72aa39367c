"""Kernel names of two profilers meet in one spelling."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ncu_advisor.names import normalise, short


def test_short_drops_return_type_scope_templates_and_parameters() -> None:
    """The function's own name is what remains."""
    assert short("void at::native::vectorized_elementwise_kernel<4, ...>(int, ...)") == "vectorized_elementwise_kernel"


@pytest.mark.parametrize(
    ("systems", "compute"),
    [
        (
            "std::enable_if<!T7, void>::type internal::gemvx::kernel<int, (bool)0, (int)7, P<int, B<const half>>>(T13)",
            "enable_if<!T7, void>::type kernel<int, 0, 7, P<int, B<const half>>>(T13)",
        ),
        ("void cutlass::Kernel2<cutlass_80_gemm_tn_align8>(T1::Params)", "void Kernel2<cutlass_80_gemm_tn_align8>(Params)"),
        (
            "void a::b::vec<(int)4, a::<unnamed>::F<float>, std::array<char *, (unsigned long)2>>(int, T2)",
            "void vec<4, unnamed>::F<float>, array<char *, 2>>(int, T2)",
        ),
        (
            "void n::vec<(int)4, n::<unnamed>::silu(n::It &)::[lambda() (instance 1)]::operator ()() const::[lambda(c::B) (instance 6)]>(int)",
            "void vec<4, unnamed>::silu(It &)::[lambda() (instance 1)]::operator ()() lambda(B) (instance 6)]>(int)",
        ),
        ("<unnamed>::gemm_naive_kernel(const float *, int)", "unnamed>::gemm_naive_kernel"),
    ],
)
def test_both_profilers_spellings_of_a_kernel_normalise_alike(systems: str, compute: str) -> None:
    """Nsight Systems' full names and Nsight Compute's stripped ones meet."""
    assert normalise(systems) == normalise(compute)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("void k<(int)4, (bool)0>(float *)", "k<4, 0>"),
        ("void k<true, 4ul, -1l>()", "k<1, 4, -1>"),
        ("k(int)", "k"),
        ("k", "k"),
        ("(anonymous namespace)::k(int)", "k"),
        (
            "void unnamed>::Copy<unnamed>::OpaqueType<2>, unsigned int, 8>(char *, unnamed>::Meta<T1, T2>, int)",
            "Copy<OpaqueType<2>, unsigned int, 8>",
        ),
        ("void at::<unnamed>::Copy<at::<unnamed>::OpaqueType<2>, int>(int)", "Copy<OpaqueType<2>, int>"),
        ("void ns::S<int>::run<3>(int)", "run<3>"),
        ("void f(int)::{lambda(float)#1}::operator()(float) const", "operator()"),
        ("bool ns::operator<(T1, T2)", "operator<"),
        ("void ns::F::operator()<3>(int)", "operator()<3>"),
        ("void k<Array<char *, 2> >(int)", "k<Array<char*, 2>>"),
        ("_ZN2at6native13vector_kernelILi4EEEvT_", "vector_kernel"),
        ("_Z9vectorAddPKfS0_Pfi", "vectorAdd"),
        ("julia_vadd_1234", "vadd"),
        ("[CUDA memcpy Host-to-Device]", "[CUDA memcpy Host-to-Device]"),
        ("void cut<int, (int)4, cublasGemv…", "cut<int, 4, cublasGemv…"),
    ],
)
def test_normalised_spelling(name: str, expected: str) -> None:
    """Casts, scopes, return types and parameters go; template arguments stay, also in cut and mangled names."""
    assert normalise(name) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("copy_blocked[v1,cw51cXTL](Array<long long, 1, C, mutable, aligned>, long long)", "copy_blocked"),
        ("gpu_foo_(CompilerMetadata<a, b>, c)", "gpu_foo_"),
        ("void ns::F::operator()<3>(int)", "operator()"),
        ("bool ns::operator< <int>(int)", "operator<"),
        ("triton_poi_fused_add_0", "triton_poi_fused_add_0"),
    ],
)
def test_short_names_of_numba_julia_triton_and_operators(name: str, expected: str) -> None:
    """Other compilers' decorations and operators with brackets in their name are understood."""
    assert short(name) == expected


def test_template_arguments_keep_kernels_apart() -> None:
    """Two instances of one template are two kernels."""
    assert normalise("void k<(int)4>(int)") != normalise("void k<(int)8>(int)")


_FRAGMENTS = (
    *("<", ">", "(", ")", "[", "]", "{", "}", "::", ",", " ", "*", "\n", "…", "k", "T1", "4ul", "(bool)0", "_Z", "_ZN3"),
    *("operator", "lambda(", "(instance 1)", "unnamed>::", "const::"),
)
_PIECES = st.lists(st.sampled_from(_FRAGMENTS))


@given(st.one_of(st.text(), _PIECES.map("".join)))
def test_no_name_raises_or_vanishes(name: str) -> None:
    """Whatever a profile calls a kernel, there is a name for it, and it is never longer than what was printed plus its list spaces."""
    assert bool(normalise(name)) == bool(name.strip())
    assert len(normalise(name)) <= len(name) + name.count(",")
    assert len(short(name)) <= len(normalise(name))


@pytest.mark.parametrize("piece", ["a::", "<", "(", "(int", "_GLOBAL__N__", "operator ", "k<(int)", "1", "lambda(", "[", "x ", "a<b>::", "_Z1a"])
def test_time_is_linear_in_the_length(piece: str) -> None:
    """A megabyte of any repeated fragment takes seconds at most."""
    name = piece * (1_000_000 // len(piece))
    begun = time.perf_counter()
    short(name)
    assert time.perf_counter() - begun < 10
