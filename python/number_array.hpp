// NumPy arrays of whole numbers, of any width and with any strides, read in place.
#pragma once

#include <pybind11/numpy.h>

#include <cstdint>
#include <string>

namespace jetan::python {

namespace py = pybind11;

class NumberArray {
 public:
  // Anything NumPy makes an array of whole numbers of. `what` names it in errors. Throws TypeError.
  NumberArray(const py::object& given, const char* what);

  py::ssize_t dimensions() const { return array_.ndim(); }
  py::ssize_t size(py::ssize_t dimension) const { return array_.shape(dimension); }
  std::string shape() const;

  // No Python is touched by these. Numbers too great for the type are negative.
  std::int64_t at(py::ssize_t row) const { return load_(data_ + row * row_stride_); }
  std::int64_t at(py::ssize_t row, py::ssize_t column) const {
    return load_(data_ + row * row_stride_ + column * column_stride_);
  }
  // The row's bytes, if it is one stretch of them.
  const std::uint8_t* bytes(py::ssize_t row) const {
    return bytes_ ? reinterpret_cast<const std::uint8_t*>(data_ + row * row_stride_) : nullptr;
  }

  // A column of so many rows: one number stands for all. Throws BadArgument for any other shape.
  void require_column(py::ssize_t rows, const char* what) const;

 private:
  py::array array_;
  const char* data_;
  py::ssize_t row_stride_;  // 0 for a single number
  py::ssize_t column_stride_;
  bool bytes_;
  std::int64_t (*load_)(const char*);
};

}  // namespace jetan::python
