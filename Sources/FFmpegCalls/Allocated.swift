/// Unwraps the result of a C library's allocation. Ends the process if memory has run out.
package func allocated<Pointee>(
    _ pointer: UnsafeMutablePointer<Pointee>?
) -> UnsafeMutablePointer<Pointee> {
    guard let pointer else { fatalError("out of memory") }
    return pointer
}

/// The same for a type that the library does not describe.
func allocated(_ pointer: OpaquePointer?) -> OpaquePointer {
    guard let pointer else { fatalError("out of memory") }
    return pointer
}
