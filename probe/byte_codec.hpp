// Numbers, texts and lists as bytes, least significant byte first. A writer and a reader with the same members, so
// that one description of a record (a template over either) serves for both directions.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace jetan {

template <std::unsigned_integral T>
void append_number(std::vector<std::byte>& bytes, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) bytes.push_back(static_cast<std::byte>(value >> (8 * i) & 0xFF));
}

// `bytes` holds at least sizeof(T).
template <std::unsigned_integral T>
T number_at(const std::byte* bytes) {
  T value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    value = static_cast<T>(value | static_cast<T>(static_cast<T>(std::to_integer<std::uint8_t>(bytes[i])) << (8 * i)));
  }
  return value;
}

class ByteWriter {
 public:
  template <std::unsigned_integral T>
  void number(const T& value, const char* /*field*/) {
    append_number(bytes_, value);
  }
  void text(const std::string& value, const char* field) {
    number(static_cast<std::uint32_t>(value.size()), field);
    for (const char c : value) bytes_.push_back(static_cast<std::byte>(c));
  }
  // A list of records: how many, then each as `describe(*this, item)` has it.
  template <class T, class Describe>
  void list(std::vector<T>& items, std::size_t /*least_item_bytes*/, const char* field, const Describe& describe) {
    number(static_cast<std::uint32_t>(items.size()), field);
    for (T& item : items) describe(*this, item);
  }

  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

// Never reads past the end: what isn't there reads as zero, and `missing` names the first such field.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <std::unsigned_integral T>
  void number(T& value, const char* field) {
    value = has(sizeof(T), field) ? number_at<T>(take(sizeof(T))) : T{0};
  }
  void text(std::string& value, const char* field) {
    std::uint32_t size = 0;
    number(size, field);
    value.clear();
    if (has(size, field)) value.assign(reinterpret_cast<const char*>(take(size)), size);
  }
  // Takes memory only for as many items as the bytes left can hold; an item takes at least `least_item_bytes`.
  template <class T, class Describe>
  void list(std::vector<T>& items, std::size_t least_item_bytes, const char* field, const Describe& describe) {
    std::uint32_t size = 0;
    number(size, field);
    items.clear();
    if (!has(std::uint64_t{size} * least_item_bytes, field)) return;
    items.resize(size);
    for (T& item : items) describe(*this, item);
  }

  const char* missing() const { return missing_; }  // null: nothing was
  std::size_t left() const { return bytes_.size() - at_; }

 private:
  bool has(std::uint64_t size, const char* field) {
    if (missing_ == nullptr && size > left()) missing_ = field;
    return missing_ == nullptr;
  }
  const std::byte* take(std::size_t size) {
    const std::byte* from = bytes_.data() + at_;
    at_ += size;
    return from;
  }

  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  const char* missing_ = nullptr;
};

}  // namespace jetan
