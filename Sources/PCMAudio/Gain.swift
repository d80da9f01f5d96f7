import Foundation

/// A factor that samples are multiplied by.
public struct Gain: Hashable, Sendable, BitwiseCopyable {
    /// The factor itself: 1 leaves samples as they are, 0 is silence.
    public var linear: Float

    @inlinable
    @_noLocks @_noAllocation
    public init(linear: Float) {
        self.linear = linear
    }

    /// Leaves every sample as it is, bit for bit.
    @inlinable
    public static var unity: Gain { @_noLocks @_noAllocation get { Gain(linear: 1) } }

    @inlinable
    public static var silence: Gain { @_noLocks @_noAllocation get { Gain(linear: 0) } }

    /// 20 decibels are a factor of ten.
    public static func decibels(_ decibels: Double) -> Gain {
        Gain(linear: Float(pow(10, decibels / 20)))
    }

    /// This gain in decibels; minus infinity for silence.
    public var decibels: Double { 20 * log10(Double(linear)) }
}

extension Gain: Codable {
    public init(from decoder: any Decoder) throws {
        linear = try decoder.singleValueContainer().decode(Float.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(linear)
    }
}
