"""What kernel signatures say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from csv_pages import launch, raw

from ncu_advisor.load import load
from ncu_advisor.signatures import names_fp32_product, signature_columns


@pytest.mark.parametrize(
    ("name", "skips"),
    [
        ("init(curandStateXORWOW *, unsigned long, int)", 1),
        ("void a::make<curandStateMRG32k3a>(curandStateMRG32k3a *)", 1),
        ("start(int, curandState_t*)", 1),
        ("init(curandStatePhilox4_32_10 *, unsigned long)", 0),
        ("init(curandStateSobol32 *)", 0),
        ("mycurandStateXORWOW(float *)", 0),
        ("init", 0),
    ],
)
def test_states_that_skip_ahead_are_told_by_their_type(tmp_path: Path, name: str, skips: int) -> None:
    """Of cuRAND's generators those with tables of matrices; a kernel without its types says nothing."""
    (tmp_path / "page.csv").write_text(raw(("gpu__time_duration.sum",), ("ns",), [[*launch(name=name), "10,000"]]))
    assert np.array_equal(signature_columns(load([str(tmp_path / "page.csv")]))["takes_skipping_states"], [skips])


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("ampere_sgemm_128x64_nn", True),
        ("volta_scudnn_128x64_relu_interior_nn_v1", True),
        ("void cutlass::Kernel2<cutlass_80_simt_sgemm_256x128_8x4_nn_align1>(T1::Params)", True),
        ("sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize128x128x8_stage3_warpsize2x2x1_ffma_aligna4_alignc4_execute_kernel__5x_cublas", True),
        ("sm80_xmma_gemm_f32f32_tf32f32_f32_nn_n_tilesize128x128x16_stage4_warpsize2x2x1_tensor16x8x8_kernel", False),
        ("ampere_h16816gemm_128x128_ldg8_stages_32x5_nn", False),
        ("my_sgemm_kernel(float*, float*)", False),
    ],
)
def test_libraries_name_their_fp32_products(name: str, is_one: bool) -> None:
    """cuBLAS, cuDNN and CUTLASS do; what an author calls sgemm is no library's."""
    assert names_fp32_product(name) is is_one


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("void cub::CUB_300100_SM_800::detail::for_each::static_kernel<cub::policy_500_t>(T2, T3)", True),
        ("void at_cuda_detail::cub::DeviceReduceKernel<float>(float *)", True),
        ("DeviceReduceKernel", False),
        ("void mine<cub::Sum>(float *)", False),
    ],
)
def test_kernels_of_cub_are_told_by_their_namespace(tmp_path: Path, name: str, is_one: bool) -> None:
    """Not by what they are made of: a kernel of one's own may use CUB."""
    (tmp_path / "page.csv").write_text(raw(("gpu__time_duration.sum",), ("ns",), [[*launch(name=name), "10,000"]]))
    assert np.array_equal(signature_columns(load([str(tmp_path / "page.csv")]))["library_grid"], [is_one])


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("ampere_fp16_s1688gemm_fp16_128x64_ldg8_f2f_stages_32x1_tn", True),
        ("volta_scudnn_winograd_128x128_ldg1_ldg4_relu_tile148t_nt_v1", True),
        ("sm80_xmma_fprop_implicit_gemm_indexed_tf32f32_tf32f32_f32_nhwckrsc_nchw_tilesize128x128x16_stage4_warpsize2x2x1_g1_kernel", True),
        ("nvjet_hsh_128x256_64x4_2x1_v_bz_TNT", True),
        ("void cutlass::Kernel2<cutlass_80_tensorop_s16816gemm_f16_128x256_32x3_tn_align8>(T1::Params)", True),
        ("void gemmSN_NN_kernel<float, (int)128, (int)2, (bool)0, cublasGemvTensorStridedBatched<const float>>(cublasGemmSmallNParams<T9>)", True),
        ("void splitKreduce_kernel<(int)32, (int)16, int, float>(cublasSplitKParams<T6>, const T4 *)", True),
        ("void cublasLt::splitKreduce_kernel<32, 16, int, float>(int, const float *)", True),
        ("my_cublas_like_gemv(cublasGemv, float *)", False),
        ("void cutlass::Kernel<cutlass::gemm::kernel::Gemm<float>>(T1::Params)", False),
        ("my_ampere_gemm_kernel", False),
        ("gemm_ampere", False),
        ("sgemm_tiled(const float *, float *)", False),
    ],
)
def test_products_of_libraries_are_told_by_their_names(tmp_path: Path, name: str, is_one: bool) -> None:
    """The architecture first, the kind of product after it; templates that a program instantiates itself have tiles of its own."""
    (tmp_path / "page.csv").write_text(raw(("gpu__time_duration.sum",), ("ns",), [[*launch(name=name), "10,000"]]))
    assert np.array_equal(signature_columns(load([str(tmp_path / "page.csv")]))["library_product"], [is_one])


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        (
            "void gen_sequenced<curandStateXORWOW, double2, normal_args_double_st, &curand_normal_scaled2_double<curandStateXORWOW>, "
            "rng_config<curandStateXORWOW, (curandOrdering)101>>(T1 *, T2 *, unsigned long, unsigned long, T3)",
            True,
        ),
        ("void generate_seed_pseudo<rng_config<curandStateXORWOW, (curandOrdering)101>>(unsigned long long, unsigned long long)", True),
        ("void gen_sequenced<curandStatePhilox4_32_10, unsigned int, int, &curand_quad>(T1 *, T2 *, unsigned long)", True),
        ("setup_rand_states(curandStateXORWOW *, unsigned long, unsigned long)", False),
        ("gen_sequenced", False),
    ],
)
def test_generators_of_curand_are_told_by_their_types(tmp_path: Path, name: str, is_one: bool) -> None:
    """Those that the library launches; a kernel of one's own that draws numbers has a grid of one's own."""
    (tmp_path / "page.csv").write_text(raw(("gpu__time_duration.sum",), ("ns",), [[*launch(name=name), "10,000"]]))
    assert np.array_equal(signature_columns(load([str(tmp_path / "page.csv")]))["library_generator"], [is_one])


@pytest.mark.parametrize(
    ("name", "pytorch", "code"),
    [
        ("void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, at::detail::Array<char *, 1>>(int, T2, T3)", True, True),
        ("void at::native::(anonymous namespace)::cunn_SoftMaxForward<4, float, float, float>(float *, const float *, int)", True, True),
        ("ampere_sgemm_32x32_sliced1x4_nn", False, True),
        ("void mine::fused<at::native::AddFunctor<float>>(float *)", False, False),
        ("ampere_gemm_kernel(float *, float *)", False, False),
        ("turing_sgemm_tiled(float *, float *)", False, False),
        ("void hopper_gemm<128>(CUtensorMap)", False, False),
        ("void cub::DeviceReduceKernel<cub::Policy600>(T2)", False, False),
    ],
)
def test_kernels_whose_code_is_a_librarys_are_told(tmp_path: Path, name: str, pytorch: bool, code: bool) -> None:
    """PyTorch's own, by their namespace, and products of cuBLAS and cuDNN; a kernel of one's own may name their types, and CUB's take operations
    of one's own."""
    (tmp_path / "page.csv").write_text(raw(("gpu__time_duration.sum",), ("ns",), [[*launch(name=name), "10,000"]]))
    told = signature_columns(load([str(tmp_path / "page.csv")]))
    assert (told["library_pytorch"].tolist(), told["library_code"].tolist()) == ([pytorch], [code])
