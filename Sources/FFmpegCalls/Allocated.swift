/// Passes on what a C library allocated. Without memory nothing of ours could go on either.
package func allocated<Pointee>(
    _ pointer: UnsafeMutablePointer<Pointee>?
) -> UnsafeMutablePointer<Pointee> {
    guard let pointer else { fatalError("out of memory") }
    return pointer
}
