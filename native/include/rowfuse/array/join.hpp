/// `a.join(separator)` of an array of strings, as a lazy string: ECMA-262 23.1.3.18
#pragma once

#include <cstdint>
#include <utility>

#include <rowfuse/string/form/longest.hpp>
#include <rowfuse/string/lazy/view_list_reader.hpp>

namespace rowfuse {

namespace detail {

/// null and undefined are empty strings when joined.
RF_HD RF_INLINE View joined_text(View element) { return element; }
RF_HD RF_INLINE View joined_text(Maybe<View> const& element) { return element.present() ? *element : View{}; }

/// An array of the pieces of a text, which are found anew each time.
template <class A>
concept CutsText = requires(A const& array) {
  array.text;
  array.has_plain_pieces();
};

template <class A>
class JoinedWalk {
 public:
  RF_HD JoinedWalk(A const& array, View separator) : at_{array.begin()}, end_{array.end()}, separator_{separator} {}

  RF_HD bool next(View& view) {
    if (!(at_ != end_)) return false;
    if (separates_) {
      separates_ = false;
      view = separator_;
      return true;
    }
    view = joined_text(*at_);
    ++at_;
    separates_ = true;
    return true;
  }

 private:
  decltype(std::declval<A const&>().begin()) at_;
  decltype(std::declval<A const&>().begin()) end_;
  View separator_;
  bool separates_ = false;
};

}  // namespace detail

/// The elements of an array of strings with a separator between them.
template <class A>
struct Joined : LazyMethods<Joined<A>> {
  A array;
  View separator;

  RF_HD auto reader() const { return detail::ViewListReader<detail::JoinedWalk<A>>{walk()}; }
  RF_HD uint32_t flags() const {
#if !defined(RF_DEVICE_PASS)
    // Pieces need not be found for their flags.
    if constexpr (detail::CutsText<A>) {
      if (RF_LIKELY(array.has_plain_pieces() && separator.plain())) return array.text.flags & separator.flags & View::ascii;
    }
#endif
    uint32_t all = separator.flags;
    bool ascii = detail::all_ascii(separator);
    for (auto const& element : array) {
      View const text = detail::joined_text(element);
      all |= text.flags;
      ascii = ascii && detail::all_ascii(text);
    }
    return ascii ? View::ascii : all & View::halves;
  }
  RF_HD auto part(int32_t from, int32_t to) const { return LazyPart<Joined>{*this, from, to}; }

  RF_HD int64_t utf8_size() const { return write(nullptr, nullptr).needed; }
  RF_HD Written write(char* at, char* end) const {
#if !defined(RF_DEVICE_PASS)
    if constexpr (detail::CutsText<A>) {
      if (RF_LIKELY(array.has_plain_pieces() && separator.plain())) return detail::write_plain_views(at, end, walk());
    }
#endif
    return detail::write_views(at, end, walk());
  }

 private:
  RF_HD detail::JoinedWalk<A> walk() const { return {array, separator}; }
};

/// `a.join(separator)`. A result that is too long is a fault.
template <class Out, class A>
RF_HD Joined<A> join(Out& out, A const& array, View separator) {
  Joined<A> const joined{{}, array, separator};
#if !defined(RF_DEVICE_PASS)
  if constexpr (detail::CutsText<A>) {
    // There is at most one piece more than bytes.
    if (RF_LIKELY((array.text.size + int64_t{1}) * (separator.size + int64_t{1}) <= longest_string)) return joined;
  }
#endif
  int64_t bytes = 0;
  for (auto const& element : array) bytes += detail::joined_text(element).size + separator.size;
  if (bytes > longest_string && !detail::is_possible_length(out, int64_t{joined.length()})) return {{}, {}, {}};
  return joined;
}

}  // namespace rowfuse
