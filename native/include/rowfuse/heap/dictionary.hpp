/// Plain objects as dictionaries: `counts[word]`.
#pragma once

#include <cstdint>

#include <rowfuse/heap/map.hpp>

namespace rowfuse {

namespace detail {

/// Returns the array index that a key is the text of, or -1 (ECMA-262 6.1.7: below 2^32 - 1).
RF_HD RF_INLINE int64_t array_index(View const& key) {
  if (!key.plain() || key.size == 0 || key.size > 10) return -1;
  if (key.size > 1 && byte_at(key.data) == '0') return -1;
  int64_t index = 0;
  for (int32_t i = 0; i < key.size; ++i) {
    uint32_t const digit = byte_at(key.data + i) - '0';
    if (digit > 9) return -1;
    index = index * 10 + digit;
  }
  return index < 4294967295 ? index : -1;
}

/// True for the names that every plain object inherits.
RF_HD inline bool is_inherited(View const& key) {
  constexpr char const* names[] = {"__proto__",        "constructor",      "toString",         "valueOf",
                                   "hasOwnProperty",   "isPrototypeOf",    "toLocaleString",   "__defineGetter__",
                                   "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "propertyIsEnumerable"};
  if (!key.plain()) return false;
  for (char const* name : names) {
    int32_t at = 0;
    while (at < key.size && name[at] != '\0' && name[at] == key.data[at]) ++at;
    if (at == key.size && name[at] == '\0') return true;
  }
  return false;
}

}  // namespace detail

/// An object whose properties are named when the row runs. It has no prototype of its own: a name that a plain object inherits fails the
/// row where JavaScript would find what is inherited.
template <class V>
struct Dictionary : Map<View, V> {
  /// Reads a property; `inherits` is false for objects that were made without a prototype.
  template <class Out>
  RF_HD RF_INLINE auto property(Out& out, Arena& arena, View const& key) const {
    auto const found = this->get(arena, key);
    if (!this->has_own(found) && detail::is_inherited(key) && !this->has(arena, key)) out.fault.raise(Fault::inherited_name, -1);
    return found;
  }

  /// `key in object`.
  template <class Out>
  RF_HD RF_INLINE bool has_property(Out& out, Arena& arena, View const& key) const {
    if (this->has(arena, key)) return true;
    if (detail::is_inherited(key)) out.fault.raise(Fault::inherited_name, -1);
    return false;
  }

  /// Sets a property. Assigning `__proto__` would change the prototype, which fails the row.
  template <class Out>
  RF_HD RF_INLINE bool set_property(Out& out, Arena& arena, View const& key, V const& value) {
    if (key.size == 9 && detail::is_inherited(key) && key.data[0] == '_') {
      out.fault.raise(Fault::inherited_name, -1);
      return false;
    }
    return this->set(arena, key, value);
  }

  /// Returns the names of the properties: array indices in ascending order, then the others in the order in which they were set (ECMA-262
  /// 10.1.11.1).
  RF_HD Array<View> names(Arena& arena) const {
    Array<View> names = detail::make_array<View>(arena, this->size());
    if (names.count == 0) return names;
    int32_t indices = 0;
    for (int32_t at = this->next(0); at >= 0; at = this->next(at + 1))
      if (detail::array_index(this->key_at(at)) >= 0) names.data[indices++] = this->key_at(at);
    sort_indices(names.data, indices);
    int32_t count = indices;
    for (int32_t at = this->next(0); at >= 0; at = this->next(at + 1))
      if (detail::array_index(this->key_at(at)) < 0) names.data[count++] = this->key_at(at);
    return names;
  }

 private:
  template <class T>
  RF_HD static bool has_own(T const& found) {
    return !found.is_undefined();
  }

  /// Sorts in place by heap, which needs no memory and never takes more than n log n steps.
  RF_HD static void sort_indices(View* names, int32_t count) {
    for (int32_t root = count / 2 - 1; root >= 0; --root) sift(names, root, count);
    for (int32_t last = count - 1; last > 0; --last) {
      View const top = names[0];
      names[0] = names[last];
      names[last] = top;
      sift(names, 0, last);
    }
  }
  RF_HD static void sift(View* names, int32_t root, int32_t count) {
    for (int32_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
      if (child + 1 < count && detail::array_index(names[child]) < detail::array_index(names[child + 1])) ++child;
      if (detail::array_index(names[root]) >= detail::array_index(names[child])) return;
      View const name = names[root];
      names[root] = names[child];
      names[child] = name;
      root = child;
    }
  }
};

}  // namespace rowfuse
