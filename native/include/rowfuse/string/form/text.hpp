/// Values other than numbers in the form in which template literals print them.
#pragma once

#include <rowfuse/string/form/literal.hpp>
#include <rowfuse/string/form/rope.hpp>

namespace rowfuse {

RF_HD RF_INLINE View text(Null) { return literal<"null">(); }
RF_HD RF_INLINE View text(Undefined) { return literal<"undefined">(); }
RF_HD RF_INLINE View text(bool value) { return value ? literal<"true">() : literal<"false">(); }
RF_HD RF_INLINE View text(View value) { return value; }
template <int N>
RF_HD RF_INLINE Rope<N> text(Rope<N> const& value) {
  return value;
}

RF_HD RF_INLINE View text(Maybe<View> const& value) { return value.present() ? *value : value.is_null() ? text(null) : text(undefined); }
template <int N>
RF_HD RF_INLINE Rope<N> text(Maybe<Rope<N>> const& value) {
  return value.present() ? *value : Rope<N>(value.is_null() ? text(null) : text(undefined));
}
RF_HD RF_INLINE View text(Maybe<bool> const& value) {
  return value.present() ? text(*value) : value.is_null() ? text(null) : text(undefined);
}

}  // namespace rowfuse
