/// Says in words what a sink could not do, and what to try.
package struct SinkFailure: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
