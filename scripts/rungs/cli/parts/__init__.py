"""What commands of several parts do: a module for each part."""
