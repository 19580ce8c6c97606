#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/cpu/memory/arena_memory.hpp>

namespace rowfuse::cpu {

/// True for transforms with a second body, `attempt`, which computes with checked integers. It returns false for a row with other numbers.
/// The output of such an attempt is discarded, and the row evaluated by the call operator.
template <class Transform>
inline constexpr bool makes_attempts = requires { requires Transform::makes_attempts; };

/// Decides if the rows of a tile are attempted. An attempt that fails costs up to a whole evaluation. So a tile stops attempting if its first
/// 8 rows fail, or later if more than one row in 9 does.
class Attempts {
 public:
  bool pay() const { return credit_ > 0; }
  void succeed() {
    if (credit_ < most_credit) ++credit_;
  }
  void fail() { credit_ -= price; }

 private:
  static constexpr std::int32_t price = 8;
  static constexpr std::int32_t most_credit = 64;

  std::int32_t credit_ = most_credit;
};

/// The attempts of a loop over rows. Mutable, because only loops of transforms that make attempts change them.
struct LoopAttempts {
  mutable Attempts attempts{};
};

namespace detail {

/// `evaluate` out of line. After an attempt it runs rarely, and merged into a row loop it would cost the attempt registers.
template <class Transform, class Row, class Out>
RF_NOINLINE bool evaluate_apart(Transform const& transform, Row const row, Out& out, ArenaMemory& memory) {
  return evaluate(transform, row, out, memory);
}

/// Attempts a row into a sink if attempts pay. Returns false if there was none, or it failed; the sink is then as before.
template <class Transform, class Row, class Out>
RF_INLINE bool succeeds(Transform const& transform, Row const& row, Out& out, ArenaMemory& memory, Attempts& attempts) {
  if (!attempts.pay()) [[unlikely]]
    return false;
  // A copy of the sink, as `evaluate` makes it for strings, would wait for the stores of the row before. It cost 27 ns.
  auto const before = out.mark();
  memory.lend<Transform>(out);
  if (transform.attempt(row, out) && !out.arena.outgrown) [[likely]] {
    attempts.succeed();
    return true;
  }
  attempts.fail();
  out.rewind(before);
  out.fault = {};
  return false;
}

}  // namespace detail

/// Evaluates a row into a sink, by an attempt if attempts pay. Returns false if there is no more memory.
template <class Transform, class Row, class Out>
RF_INLINE bool attempt(Transform const& transform, Row const& row, Out& out, ArenaMemory& memory, Attempts& attempts) {
  if (detail::succeeds(transform, row, out, memory, attempts)) [[likely]]
    return true;
  Out evaluated = out;  // so that no other function knows the address of the loop's sink
  bool const has_memory = detail::evaluate_apart(transform, row, evaluated, memory);
  out = evaluated;
  return has_memory;
}

}  // namespace rowfuse::cpu
