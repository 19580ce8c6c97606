/// Lists of types: the accumulators of a group, without duplicates.
#pragma once

#include <type_traits>

namespace rowfuse::group {

template <class... Each>
struct List {};

namespace detail {

template <class Done, class... Lists>
struct Join {
  using Type = Done;
};
template <class... Done, class... Rest>
struct Join<List<Done...>, List<>, Rest...> : Join<List<Done...>, Rest...> {};
template <class... Done, class First, class... Others, class... Rest>
struct Join<List<Done...>, List<First, Others...>, Rest...>
    : Join<std::conditional_t<(std::is_same_v<First, Done> || ... || false), List<Done...>, List<Done..., First>>, List<Others...>,
           Rest...> {};

}  // namespace detail

/// Concatenates lists and drops types that occur earlier.
template <class... Lists>
using Joined = typename detail::Join<List<>, Lists...>::Type;

}  // namespace rowfuse::group
