#include "harness/cuda/counter_reader.hpp"

#include <rungs/core/errors.hpp>

#if __has_include(<cupti_range_profiler.h>)
#include <cstdint>
#include <rungs/cuda/check.hpp>

#include "harness/cuda/cupti_library.hpp"

namespace rungs::cuda {

/// Created once for all reads: the configuration of the metrics, and CUPTI's evaluator for them.
class CounterReader::Session {
 public:
  explicit Session(std::vector<std::string> metrics) : metrics_(std::move(metrics)) {
    for (const std::string& metric : metrics_) names_.push_back(metric.c_str());
    require(library_.context(&context_) == CUDA_SUCCESS && context_ != nullptr, "there is no CUDA context");
    must("cuptiProfilerInitialize", library_.initialise,
         sized<CUpti_Profiler_Initialize_Params>(CUpti_Profiler_Initialize_Params_STRUCT_SIZE));
    make_host();
    make_config();
    enable();  // fails at once if the driver refuses access
    disable();
  }
  ~Session() {
    if (host_ == nullptr) return;
    auto params =
        sized<CUpti_Profiler_Host_Deinitialize_Params>(CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE);
    params.pHostObject = host_;
    library_.host_end(&params);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  std::vector<double> read(const std::function<void()>& prepare, const std::function<void()>& launch) {
    enable();
    try {
      make_data();
      take_passes(prepare, launch);
    } catch (...) {
      disable();
      throw;
    }
    disable();
    return evaluate();
  }

 private:
  static void require(bool holds, const char* what) {
    if (!holds) throw Unsupported(what);
  }
  /// Calls a CUPTI function and returns its parameters. Throws Unsupported with its error.
  template <class Params>
  Params must(const char* what, CUptiResult (*function)(Params*), Params params) {
    const CUptiResult result = function(&params);
    if (result != CUPTI_SUCCESS) throw Unsupported(error_text(library_, what, result));
    return params;
  }
  /// The same for calls whose only parameter is the profiler.
  template <class Params>
  Params must_on_profiler(const char* what, CUptiResult (*function)(Params*), Params params) {
    params.pRangeProfilerObject = profiler_;
    return must(what, function, params);
  }

  void make_host() {
    int device = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    auto chip = sized<CUpti_Device_GetChipName_Params>(CUpti_Device_GetChipName_Params_STRUCT_SIZE);
    chip.deviceIndex = static_cast<std::size_t>(device);
    chip = must("cuptiDeviceGetChipName", library_.chip_name, chip);

    auto available = sized<CUpti_Profiler_GetCounterAvailability_Params>(
        CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE);
    available.ctx = context_;
    available = must("cuptiProfilerGetCounterAvailability", library_.availability, available);
    availability_.resize(available.counterAvailabilityImageSize);
    available.pCounterAvailabilityImage = availability_.data();
    must("cuptiProfilerGetCounterAvailability", library_.availability, available);

    auto host =
        sized<CUpti_Profiler_Host_Initialize_Params>(CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE);
    host.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
    host.pChipName = chip.pChipName;
    host.pCounterAvailabilityImage = availability_.data();
    host_ = must("cuptiProfilerHostInitialize", library_.host_initialise, host).pHostObject;
  }

  void make_config() {
    // One by one, so that the error can name the metric that the device does not have.
    for (const std::string& metric : metrics_) {
      const char* name = metric.c_str();
      auto add = sized<CUpti_Profiler_Host_ConfigAddMetrics_Params>(
          CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE);
      add.pHostObject = host_;
      add.ppMetricNames = &name;
      add.numMetrics = 1;
      const std::string what = "this device has no metric '" + metric + "' (ncu --query-metrics lists them)";
      must(what.c_str(), library_.add_metrics, add);
    }
    auto size = sized<CUpti_Profiler_Host_GetConfigImageSize_Params>(
        CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE);
    size.pHostObject = host_;
    config_.resize(must("cuptiProfilerHostGetConfigImageSize", library_.config_size, size).configImageSize);
    auto image = sized<CUpti_Profiler_Host_GetConfigImage_Params>(
        CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE);
    image.pHostObject = host_;
    image.configImageSize = config_.size();
    image.pConfigImage = config_.data();
    must("cuptiProfilerHostGetConfigImage", library_.config_image, image);
  }

  void enable() {
    auto params = sized<CUpti_RangeProfiler_Enable_Params>(CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE);
    params.ctx = context_;
    profiler_ = must("cuptiRangeProfilerEnable", library_.enable, params).pRangeProfilerObject;
  }
  void disable() noexcept {
    auto params = sized<CUpti_RangeProfiler_Disable_Params>(CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE);
    params.pRangeProfilerObject = profiler_;
    library_.disable(&params);
    profiler_ = nullptr;
  }

  /// Creates an empty counter image for one range, and configures the profiler to fill it.
  void make_data() {
    auto size = sized<CUpti_RangeProfiler_GetCounterDataSize_Params>(
        CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE);
    size.pMetricNames = names_.data();
    size.numMetrics = names_.size();
    size.maxNumOfRanges = 1;
    size.maxNumRangeTreeNodes = 1;
    size = must_on_profiler("cuptiRangeProfilerGetCounterDataSize", library_.data_size, size);
    data_.assign(size.counterDataSize, 0);
    auto image = sized<CUpti_RangeProfiler_CounterDataImage_Initialize_Params>(
        CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE);
    image.counterDataSize = data_.size();
    image.pCounterData = data_.data();
    must_on_profiler("cuptiRangeProfilerCounterDataImageInitialize", library_.data_initialise, image);

    auto config =
        sized<CUpti_RangeProfiler_SetConfig_Params>(CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE);
    config.configSize = config_.size();
    config.pConfig = config_.data();
    config.counterDataImageSize = data_.size();
    config.pCounterDataImage = data_.data();
    config.range = CUPTI_UserRange;
    config.replayMode = CUPTI_UserReplay;
    config.maxRangesPerPass = 1;
    config.numNestingLevels = 1;
    config.minNestingLevel = 1;
    must_on_profiler("cuptiRangeProfilerSetConfig", library_.set_config, config);
  }

  void take_passes(const std::function<void()>& prepare, const std::function<void()>& launch) {
    constexpr int most_passes = 200;
    bool all_taken = false;
    for (int pass = 0; pass < most_passes && !all_taken; ++pass) {
      prepare();
      check(cudaDeviceSynchronize(), "waiting for the device");
      must_on_profiler("cuptiRangeProfilerStart", library_.start,
                       sized<CUpti_RangeProfiler_Start_Params>(CUpti_RangeProfiler_Start_Params_STRUCT_SIZE));
      auto push =
          sized<CUpti_RangeProfiler_PushRange_Params>(CUpti_RangeProfiler_PushRange_Params_STRUCT_SIZE);
      push.pRangeName = "launch";
      must_on_profiler("cuptiRangeProfilerPushRange", library_.push, push);
      launch();
      check(cudaDeviceSynchronize(), "waiting for the device");
      must_on_profiler(
          "cuptiRangeProfilerPopRange", library_.pop,
          sized<CUpti_RangeProfiler_PopRange_Params>(CUpti_RangeProfiler_PopRange_Params_STRUCT_SIZE));
      const auto stopped = must_on_profiler(
          "cuptiRangeProfilerStop", library_.stop,
          sized<CUpti_RangeProfiler_Stop_Params>(CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE));
      all_taken = stopped.isAllPassSubmitted != 0;
    }
    require(all_taken, "CUPTI asks for passes without end");
    must_on_profiler(
        "cuptiRangeProfilerDecodeData", library_.decode,
        sized<CUpti_RangeProfiler_DecodeData_Params>(CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE));
  }

  std::vector<double> evaluate() {
    std::vector<double> values(names_.size());
    auto params = sized<CUpti_Profiler_Host_EvaluateToGpuValues_Params>(
        CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE);
    params.pHostObject = host_;
    params.pCounterDataImage = data_.data();
    params.counterDataImageSize = data_.size();
    params.ppMetricNames = names_.data();
    params.numMetrics = names_.size();
    params.pMetricValues = values.data();
    must("cuptiProfilerHostEvaluateToGpuValues", library_.evaluate, params);
    return values;
  }

  const Cupti& library_ = cupti();
  std::vector<std::string> metrics_;
  std::vector<const char*> names_;
  CUcontext context_ = nullptr;
  std::vector<std::uint8_t> availability_, config_, data_;
  CUpti_Profiler_Host_Object* host_ = nullptr;
  CUpti_RangeProfiler_Object* profiler_ = nullptr;
};

CounterReader::CounterReader(std::vector<std::string> metrics)
    : session_(std::make_unique<Session>(std::move(metrics))) {}
CounterReader::~CounterReader() = default;

std::vector<double> CounterReader::read(const std::function<void()>& prepare,
                                        const std::function<void()>& launch) {
  return session_->read(prepare, launch);
}

}  // namespace rungs::cuda
#else
namespace rungs::cuda {
class CounterReader::Session {};
CounterReader::CounterReader(std::vector<std::string>) {
  throw Unsupported("this program was built without CUPTI's headers (CUDA toolkit 12.6 or later)");
}
CounterReader::~CounterReader() = default;
std::vector<double> CounterReader::read(const std::function<void()>&, const std::function<void()>&) {
  return {};
}
}  // namespace rungs::cuda
#endif
