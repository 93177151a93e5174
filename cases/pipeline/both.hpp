// Marks functions that run on the host and on a GPU.
#pragma once

#ifdef __CUDACC__
#define PIPELINE_BOTH __host__ __device__
#else
#define PIPELINE_BOTH
#endif
