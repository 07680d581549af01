#include "number_array.hpp"

#include <cstring>

#include "python_values.hpp"

namespace jetan::python {
namespace {

using Load = std::int64_t (*)(const char*);

template <class Number>
std::int64_t load(const char* from) {
  Number number;
  std::memcpy(&number, from, sizeof number);
  return static_cast<std::int64_t>(number);
}

// nullptr for other types.
Load loader(const py::dtype& type) {
  const char kind = type.kind();
  const bool is_signed = kind == 'i';
  if (!is_signed && kind != 'u' && kind != 'b') return nullptr;
  switch (type.itemsize()) {
    case 1: return is_signed ? load<std::int8_t> : load<std::uint8_t>;
    case 2: return is_signed ? load<std::int16_t> : load<std::uint16_t>;
    case 4: return is_signed ? load<std::int32_t> : load<std::uint32_t>;
    case 8: return is_signed ? load<std::int64_t> : load<std::uint64_t>;
    default: return nullptr;
  }
}

}  // namespace

NumberArray::NumberArray(const py::object& given, const char* what) : array_(py::array::ensure(given)) {
  if (!array_) throw py::error_already_set();
  const bool native = array_.dtype().attr("isnative").cast<bool>();
  load_ = native || array_.size() == 0 ? loader(array_.dtype()) : nullptr;
  if (load_ == nullptr) {
    throw py::type_error(std::string(what) + " should be whole numbers, not " +
                         py::str(array_.dtype()).cast<std::string>());
  }
  data_ = static_cast<const char*>(array_.data());
  row_stride_ = array_.ndim() > 0 ? array_.strides(0) : 0;
  column_stride_ = array_.ndim() > 1 ? array_.strides(1) : 0;
  bytes_ = array_.itemsize() == 1 && column_stride_ == 1;
}

std::string NumberArray::shape() const { return py::str(array_.attr("shape")).cast<std::string>(); }

void NumberArray::require_column(py::ssize_t rows, const char* what) const {
  if (dimensions() == 0 || (dimensions() == 1 && size(0) == rows)) return;
  raise({ErrorKind::BadArgument, std::string(what) + " should be a number or an array of shape (" +
                                     std::to_string(rows) + ",), not of shape " + shape()});
}

}  // namespace jetan::python
