#pragma once

#include <string>

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#define ROWFUSE_NVTX 1
#endif

namespace rowfuse::cuda {

/// A named range of this thread's time, such as `redact: upload`, in the domain `rowfuse` of a profiler's timeline. Costs a call through a
/// null pointer if no profiler listens, and nothing if the toolkit has no NVTX.
class Range {
 public:
#if defined(ROWFUSE_NVTX)
  Range(char const* transform, char const* phase) {
    std::string const name = std::string(transform) + ": " + phase;
    nvtxEventAttributes_t attributes{};
    attributes.version = NVTX_VERSION;
    attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
    attributes.message.ascii = name.c_str();
    nvtxDomainRangePushEx(domain(), &attributes);
  }
  ~Range() { nvtxDomainRangePop(domain()); }
#else
  Range(char const*, char const*) {}
#endif
  Range(Range const&) = delete;
  Range& operator=(Range const&) = delete;

#if defined(ROWFUSE_NVTX)
 private:
  static nvtxDomainHandle_t domain() {
    static nvtxDomainHandle_t const handle = nvtxDomainCreateA("rowfuse");
    return handle;
  }
#endif
};

}  // namespace rowfuse::cuda
