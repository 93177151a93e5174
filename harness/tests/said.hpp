// What an error says.
#pragma once

#include <gtest/gtest.h>
#include <string>

namespace rungs {

/// The text of the Error that `action` throws; "nothing thrown" where it does not.
template <class Error, class Action> std::string message_of(Action action) {
  try {
    static_cast<void>(action());
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing thrown";
}

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << "the text is: " << (text)

}  // namespace rungs
