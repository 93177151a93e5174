#include "harness/cuda/counter_reader.hpp"
#include <rungs/core/errors.hpp>

#if __has_include(<cupti_range_profiler.h>)
#include <cstdint>
#include <rungs/cuda/check.hpp>
#include "harness/cuda/cupti_library.hpp"

namespace rungs::cuda {
namespace {

/// Created once for all reads: the configuration of the metrics, and CUPTI's evaluator for them.
class Session final : public CounterReader {
 public:
  explicit Session(std::vector<std::string> metrics) : metrics_(std::move(metrics)) {
    for (const std::string& metric : metrics_) names_.push_back(metric.c_str());
    RUNGS_CUPTI_CALL(cuptiProfilerInitialize, RUNGS_CUPTI_PARAMS(CUpti_Profiler_Initialize));
    make_host();
    make_config();
    enable();  // fails at once if the driver refuses access
    disable();
  }
  ~Session() override {
    if (host_ == nullptr) return;
    auto params = RUNGS_CUPTI_PARAMS(CUpti_Profiler_Host_Deinitialize);
    params.pHostObject = host_;
    RUNGS_CUPTI(cuptiProfilerHostDeinitialize)(&params);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  std::vector<double> read(const std::function<void()>& prepare, const std::function<void()>& launch) override {
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
  template <class Params> [[nodiscard]] Params on_profiler(Params params) const {
    params.pRangeProfilerObject = profiler_;
    return params;
  }

  void make_host() {
    auto chip = RUNGS_CUPTI_PARAMS(CUpti_Device_GetChipName);
    chip.deviceIndex = static_cast<std::size_t>(current_device());
    chip = RUNGS_CUPTI_CALL(cuptiDeviceGetChipName, chip);

    auto available = RUNGS_CUPTI_PARAMS(CUpti_Profiler_GetCounterAvailability);
    available.ctx = context_;
    available = RUNGS_CUPTI_CALL(cuptiProfilerGetCounterAvailability, available);
    availability_.resize(available.counterAvailabilityImageSize);
    available.pCounterAvailabilityImage = availability_.data();
    RUNGS_CUPTI_CALL(cuptiProfilerGetCounterAvailability, available);

    auto host = RUNGS_CUPTI_PARAMS(CUpti_Profiler_Host_Initialize);
    host.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
    host.pChipName = chip.pChipName;
    host.pCounterAvailabilityImage = availability_.data();
    host_ = RUNGS_CUPTI_CALL(cuptiProfilerHostInitialize, host).pHostObject;
  }

  void make_config() {
    // All at once: metrics added one by one can share a counter, and then have one's value.
    auto add = RUNGS_CUPTI_PARAMS(CUpti_Profiler_Host_ConfigAddMetrics);
    add.pHostObject = host_;
    add.ppMetricNames = names_.data();
    add.numMetrics = names_.size();
    if (RUNGS_CUPTI(cuptiProfilerHostConfigAddMetrics)(&add) != CUPTI_SUCCESS) name_what_is_missing(add);
    auto size = RUNGS_CUPTI_PARAMS(CUpti_Profiler_Host_GetConfigImageSize);
    size.pHostObject = host_;
    config_.resize(RUNGS_CUPTI_CALL(cuptiProfilerHostGetConfigImageSize, size).configImageSize);
    auto image = RUNGS_CUPTI_PARAMS(CUpti_Profiler_Host_GetConfigImage);
    image.pHostObject = host_;
    image.configImageSize = config_.size();
    image.pConfigImage = config_.data();
    RUNGS_CUPTI_CALL(cuptiProfilerHostGetConfigImage, image);
  }

  /// Throws with the metric that the device does not have.
  void name_what_is_missing(CUpti_Profiler_Host_ConfigAddMetrics_Params add) const {
    add.numMetrics = 1;
    for (const std::string& metric : metrics_) {
      const char* name = metric.c_str();
      add.ppMetricNames = &name;
      const std::string what = "this device has no metric '" + metric + "' (ncu --query-metrics lists them)";
      called(what.c_str(), RUNGS_CUPTI(cuptiProfilerHostConfigAddMetrics), add);
    }
    throw Unsupported("CUPTI refuses these metrics together");
  }

  void enable() {
    auto params = RUNGS_CUPTI_PARAMS(CUpti_RangeProfiler_Enable);
    params.ctx = context_;
    profiler_ = RUNGS_CUPTI_CALL(cuptiRangeProfilerEnable, params).pRangeProfilerObject;
  }
  void disable() {
    auto params = on_profiler(RUNGS_CUPTI_PARAMS(CUpti_RangeProfiler_Disable));
    RUNGS_CUPTI(cuptiRangeProfilerDisable)(&params);
    profiler_ = nullptr;
  }

  /// Creates an empty counter image for one range, and configures the profiler to fill it.
  void make_data() {
    auto size = on_profiler(RUNGS_CUPTI_PARAMS(CUpti_RangeProfiler_GetCounterDataSize));
    size.pMetricNames = names_.data();
    size.numMetrics = names_.size();
    size.maxNumOfRanges = 1;
    size.maxNumRangeTreeNodes = 1;
    size = RUNGS_CUPTI_CALL(cuptiRangeProfilerGetCounterDataSize, size);
    data_.assign(size.counterDataSize, 0);
    auto image = on_profiler(RUNGS_CUPTI_PARAMS(CUpti_RangeProfiler_CounterDataImage_Initialize));
    image.counterDataSize = data_.size();
    image.pCounterData = data_.data();
    RUNGS_CUPTI_CALL(cuptiRangeProfilerCounterDataImageInitialize, image);

    auto config = on_profiler(RUNGS_CUPTI_PARAMS(CUpti_RangeProfiler_SetConfig));
    config.configSize = config_.size();
    config.pConfig = config_.data();
    config.counterDataImageSize = data_.size();
    config.pCounterDataImage = data_.data();
    config.range = CUPTI_UserRange;
    config.replayMode = CUPTI_UserReplay;
    config.maxRangesPerPass = 1;
    config.numNestingLevels = 1;
    config.minNestingLevel = 1;
    RUNGS_CUPTI_CALL(cuptiRangeProfilerSetConfig, config);
  }

  void take_passes(const std::function<void()>& prepare, const std::function<void()>& launch) {
    constexpr int most_passes = 200;
    bool all_taken = false;
    for (int pass = 0; pass < most_passes && !all_taken; ++pass) {
      prepare();
      check(cudaDeviceSynchronize(), "waiting for the device");
      RUNGS_CUPTI_CALL(cuptiRangeProfilerStart, on_profiler(RUNGS_CUPTI_PARAMS(CUpti_RangeProfiler_Start)));
      auto push = on_profiler(RUNGS_CUPTI_PARAMS(CUpti_RangeProfiler_PushRange));
      push.pRangeName = "launch";
      RUNGS_CUPTI_CALL(cuptiRangeProfilerPushRange, push);
      launch();
      check(cudaDeviceSynchronize(), "waiting for the device");
      RUNGS_CUPTI_CALL(cuptiRangeProfilerPopRange, on_profiler(RUNGS_CUPTI_PARAMS(CUpti_RangeProfiler_PopRange)));
      const auto stopped =
          RUNGS_CUPTI_CALL(cuptiRangeProfilerStop, on_profiler(RUNGS_CUPTI_PARAMS(CUpti_RangeProfiler_Stop)));
      all_taken = stopped.isAllPassSubmitted != 0;
    }
    if (!all_taken) throw Unsupported("CUPTI asks for passes without end");
    RUNGS_CUPTI_CALL(cuptiRangeProfilerDecodeData, on_profiler(RUNGS_CUPTI_PARAMS(CUpti_RangeProfiler_DecodeData)));
  }

  std::vector<double> evaluate() {
    std::vector<double> values(names_.size());
    auto params = RUNGS_CUPTI_PARAMS(CUpti_Profiler_Host_EvaluateToGpuValues);
    params.pHostObject = host_;
    params.pCounterDataImage = data_.data();
    params.counterDataImageSize = data_.size();
    params.ppMetricNames = names_.data();
    params.numMetrics = names_.size();
    params.pMetricValues = values.data();
    RUNGS_CUPTI_CALL(cuptiProfilerHostEvaluateToGpuValues, params);
    return values;
  }

  std::vector<std::string> metrics_;
  std::vector<const char*> names_;
  CUcontext context_ = current_context();
  std::vector<std::uint8_t> availability_, config_, data_;
  CUpti_Profiler_Host_Object* host_ = nullptr;
  CUpti_RangeProfiler_Object* profiler_ = nullptr;
};

}  // namespace

std::unique_ptr<CounterReader> make_counter_reader(std::vector<std::string> metrics) {
  return std::make_unique<Session>(std::move(metrics));
}

}  // namespace rungs::cuda
#else
namespace rungs::cuda {
std::unique_ptr<CounterReader> make_counter_reader(std::vector<std::string>) {
  throw Unsupported("this program was built without CUPTI's headers (CUDA toolkit 12.6 or later)");
}
}  // namespace rungs::cuda
#endif
