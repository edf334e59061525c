# What a browser is sent of a script or a style sheet: no white space before a line, no empty line, no comment that has
# its lines to itself or begins one, and no type. A text that goes over lines must have none of these: a test compares
# what is left with the source.
s/^[[:space:]]*//
s/\/\*\* @type [^*]*\*\/ *//g
s/^\/\*[^*]*\*\/ *//
/^$/d
/^\/\//d
/^\/\*/{
  :comment
  /^\/\*.*\*\//!{
    # A comment that never ends.
    $q1
    N
    b comment
  }
  # One with code behind it stays.
  /^\/\*.*\*\/[[:space:]]*$/!b
  /\*\/.*\*\//!d
}
