#pragma once

#include <cstdint>
#include <type_traits>

#include <rowfuse/cuda/groups/ends.cuh>
#include <rowfuse/cuda/groups/forms.cuh>
#include <rowfuse/cuda/groups/moments.cuh>

namespace rowfuse::cuda {

namespace detail {

/// How many words go to the host.
template <class Form>
inline constexpr int packed_words = Form::words;
template <class Form>
  requires requires { Form::packed; }
inline constexpr int packed_words<Form> = Form::packed;

/// What accumulators take of a group.
struct GroupSizes {
  int words = 1;  // its rows
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

  // The body is the host's or the device's, as the caller is.
#pragma nv_exec_check_disable
  template <class Body>
  RF_HD static constexpr GroupSizes each(GroupSizes at, Body&& body) {
    // In order: where each begins is the sum of those before.
    ((body(static_cast<Each*>(nullptr), static_cast<GroupSizes const&>(at)), at = at.behind(DeviceForm<Each>{})), ...);
    return at;
  }
};

}  // namespace detail

/// Where the words and cells of a group's accumulators are.
template <class Transform>
struct GroupShape {
  using Accumulators = typename Transform::Grouping::template Accumulators<typename Transform::Output>;
  using Forms = detail::FormsOf<Accumulators>;

  using Sizes = detail::GroupSizes;

  /// Calls `body(accumulator, Sizes)` for each, with what those before it take.
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
  static constexpr int words = (sizes().words + 3) / 4 * 4;  // whole sectors
  static constexpr int packed = sizes().packed;
  static constexpr int cells = sizes().cells;
  static constexpr int filters = sizes().filters;
  static constexpr int marks = sizes().marks;
  /// Of shared memory, a group.
  static constexpr int local_bytes = 4 * cells + 2 * filters;

  /// What goes to the host of a group's words.
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

  // The cell that counts rows has a bit above the count for each mark.
  static constexpr int count_bits = 31 - marks;
  static constexpr std::uint32_t count_mask = (std::uint32_t{1} << count_bits) - 1;
  static constexpr std::uint32_t most_counted = std::uint32_t{1} << (count_bits - 1);
  /// Whether that leaves room for the count: not with marks of very many columns.
  static constexpr bool fits = marks <= 15;
};

}  // namespace rowfuse::cuda
