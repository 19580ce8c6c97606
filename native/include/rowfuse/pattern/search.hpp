/// Searches with a regular expression that has the flag `g` or `y`: `exec` and `test`, with `lastIndex`.
#pragma once

#include <cstdint>

#include <rowfuse/pattern/all_matches.hpp>

namespace rowfuse {

/// A regular expression that a row function makes, its last match, and its `lastIndex`: ECMA-262, 22.2.7.2, RegExpBuiltinExec
template <class Pattern>
class PatternSearch : public Found<Pattern> {
 public:
  RF_HD RF_INLINE PatternSearch() : Found<Pattern>{View{}}, places_{View{}}, matches_{View{}} {}

  /// Finds the next match in a text. The engine keeps what it found out about the text, so that a loop over `exec` takes linear time.
  RF_HD RF_INLINE void exec(View text)
    requires regex::matches_all_in_place<Pattern>
  {
    if (!is_last(text)) change(text, nullptr);
    search();
  }
  /// Finds the next match in a text. There is none if the memory of the row has run out.
  RF_HD RF_INLINE void exec(Arena& arena, View text)
    requires(!regex::matches_all_in_place<Pattern>)
  {
    if (!is_last(text)) change(text, detail::pattern_memory<Pattern>(arena, text));
    if (memory_ == nullptr) {
      fail();
    } else {
      search();
    }
  }

  /// `lastIndex`
  RF_HD RF_INLINE double last_index() {
    if (is_at_end_) set_last_index(places_.index_of(last_place_));
    return last_index_;
  }
  template <class Number>
  RF_HD RF_INLINE void set_last_index(Number index) {
    last_index_ = to_double(index);
    is_at_end_ = false;
  }

 private:
  /// True for the text of the last search. Memory of a row is not used again, so that equal places hold equal bytes.
  RF_HD RF_INLINE bool is_last(View text) const {
    return has_text_ && text.data == given_.data && text.size == given_.size && text.flags == given_.flags;
  }

  RF_HD RF_INLINE void change(View text, uint32_t* memory) {
    last_index();
    has_text_ = true;
    given_ = text;
    memory_ = memory;
    this->change_text(text);
    places_ = detail::UnitPlaces{this->text()};
    matches_ = regex::Matches<Pattern>{text, memory};
  }

  RF_HD RF_INLINE void search() {
    int32_t const from = is_at_end_ ? last_place_ : places_.place_of(last_index_);
    this->set(from >= 0 && matches_.match(from, this->places()));
    if (!this->found()) return fail();
    last_place_ = this->to();
    is_at_end_ = true;
  }

  RF_HD RF_INLINE void fail() {
    this->set(false);
    set_last_index(0.0);
  }

  detail::UnitPlaces places_;
  regex::Matches<Pattern> matches_;
  View given_;
  uint32_t* memory_ = nullptr;
  bool has_text_ = false;
  bool is_at_end_ = false;  // `lastIndex` is the index of `last_place_`, which is not counted yet
  int32_t last_place_ = 0;
  double last_index_ = 0;
};

}  // namespace rowfuse
