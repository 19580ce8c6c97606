#pragma once

#include <cstdint>
#include <type_traits>

#include <rowfuse/cuda/groups/ends.cuh>
#include <rowfuse/cuda/groups/forms.cuh>
#include <rowfuse/cuda/groups/moments.cuh>

namespace rowfuse::cuda {

namespace detail {

/// The number of words that are copied to the host.
template <class Form>
inline constexpr int packed_words = Form::words;
template <class Form>
  requires requires { Form::packed; }
inline constexpr int packed_words<Form> = Form::packed;

/// The memory that accumulators take per group.
struct GroupSizes {
  int words = 1;  // the count of rows
  int cells = 1;
  int filters = 0;
  int marks = 0;
  int packed = 1;

  template <class Form>
  RF_HD constexpr GroupSizes behind(Form) const {
    return {words + Form::words, cells + Form::cells, filters + Form::filters, marks + Form::marks, packed + packed_words<Form>};
  }
};

template <class Accumulators>
struct FormsOf;
template <class... Each>
struct FormsOf<group::List<Each...>> {
  static constexpr int count = sizeof...(Each);
  static constexpr bool exist = (DeviceForm<Each>::exists && ... && true);

  // The body is a host or a device function, like its caller.
#pragma nv_exec_check_disable
  template <class Body>
  RF_HD static constexpr GroupSizes each(GroupSizes at, Body&& body) {
    // In order: the start of each is the sum of those before it.
    ((body(static_cast<Each*>(nullptr), static_cast<GroupSizes const&>(at)), at = at.behind(DeviceForm<Each>{})), ...);
    return at;
  }
};

}  // namespace detail

/// The layout of the words and cells of a group's accumulators.
template <class Transform>
struct GroupShape {
  using Accumulators = typename Transform::Grouping::template Accumulators<typename Transform::Output>;
  using Forms = detail::FormsOf<Accumulators>;

  using Sizes = detail::GroupSizes;

  /// Calls `body(accumulator, Sizes)` for each accumulator, with the sizes of those before it.
#pragma nv_exec_check_disable
  template <class Body>
  RF_HD static constexpr Sizes each(Body&& body) {
    return Forms::each(Sizes{}, body);
  }

  struct Nothing {
    template <class Accumulator>
    RF_HD constexpr void operator()(Accumulator*, Sizes const&) const {}
  };
  RF_HD static constexpr Sizes sizes() { return each(Nothing{}); }
  static constexpr int words = (sizes().words + 3) / 4 * 4;  // rounded up to whole sectors
  static constexpr int packed = sizes().packed;
  static constexpr int cells = sizes().cells;
  static constexpr int filters = sizes().filters;
  static constexpr int marks = sizes().marks;
  /// Bytes of shared memory per group.
  static constexpr int local_bytes = 4 * cells + 2 * filters;

  /// Packs the words of a group that are copied to the host.
  __device__ static void pack(std::uint64_t const* words, std::uint64_t* to) {
    to[0] = words[0];
    each([&](auto* accumulator, auto const& at) {
      using Form = DeviceForm<std::remove_pointer_t<decltype(accumulator)>>;
      if constexpr (detail::packed_words<Form> != Form::words) {
        Form::pack(words + at.words, to + at.packed);
      } else {
        for (int i = 0; i < Form::words; ++i) to[at.packed + i] = words[at.words + i];
      }
    });
  }

  // The cell that counts rows also has one bit per mark, above the count.
  static constexpr int count_bits = 31 - marks;
  static constexpr std::uint32_t count_mask = (std::uint32_t{1} << count_bits) - 1;
  static constexpr std::uint32_t most_counted = std::uint32_t{1} << (count_bits - 1);
  /// True if the marks leave room for the count; false if very many columns have marks.
  static constexpr bool fits = marks <= 15;
};

}  // namespace rowfuse::cuda
