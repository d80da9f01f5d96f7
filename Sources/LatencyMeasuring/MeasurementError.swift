/// Why the latencies of a machine cannot be measured, in one line.
package struct MeasurementError: Error, Hashable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// There is no sound server or output, or it does not deliver the sounds.
        case unavailable
        /// A file with sounds cannot be written.
        case cannotWrite
        /// A measured player fails.
        case defect
    }

    package let kind: Kind
    package let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
