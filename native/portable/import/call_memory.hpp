#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace rowfuse::portable {

/// Memory that a call derives from its inputs and keeps until it has ended: text of params and of dictionaries, starts of list parts, bits.
class CallMemory {
 public:
  /// Returns `count` zeros. Throws if there is no memory.
  template <class Value>
  Value* take(std::int64_t count) {
    std::shared_ptr<Value[]> const made(new Value[static_cast<std::size_t>(count)]());
    kept_.push_back(made);
    return made.get();
  }

  void keep(std::shared_ptr<void> memory) { kept_.push_back(std::move(memory)); }

 private:
  std::vector<std::shared_ptr<void>> kept_;
};

}  // namespace rowfuse::portable
