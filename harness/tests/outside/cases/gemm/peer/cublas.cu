// cublasGemmEx. It counts by columns, so to it all three are transposed: c^T = alpha * b^T * a^T.
#include <cublas_v2.h>
#include <rungs/device.hpp>
#include "cases/gemm/case.hpp"

namespace {

void check(cublasStatus_t status) {
  if (status != CUBLAS_STATUS_SUCCESS) throw rungs::Failed(cublasGetStatusName(status));
}

struct Handle {
  cublasHandle_t cublas = nullptr;
  explicit Handle(rungs::Stream stream) {
    check(cublasCreate(&cublas));
    check(cublasSetStream(cublas, rungs::cuda::native(stream)));
  }
  Handle(const Handle&) = delete;
  ~Handle() { cublasDestroy(cublas); }
};

void launch(const rungs::Call<gemm::Case>& call) {
  const gemm::Problem& p = call.problem;
  const gemm::Views& v = call.views;
  const auto m = static_cast<int>(p.m), n = static_cast<int>(p.n), k = static_cast<int>(p.k);
  const float beta = 0;
  check(cublasGemmEx(call.state<Handle>().cublas, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &p.alpha, v.b, CUDA_R_16F, n, v.a,
                     CUDA_R_16F, k, &beta, v.c, CUDA_R_32F, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
}

const rungs::Variant<gemm::Case> variant{{
    .idea = "cublasGemmEx",
    .launch = launch,
    .prepare = [](const auto& call) { return std::make_unique<Handle>(call.stream); },
}};

}  // namespace
