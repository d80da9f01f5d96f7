import Glibc
import MediaTime

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

    /// The greatest volume that a listener may request: about 3.5 dB.
    package static let loudest = Gain(linear: 1.5)

    /// Returns this gain if a listener may request it as a volume, and throws otherwise.
    package func checkedVolume() throws(NumberError) -> Gain {
        guard linear.isFinite else { throw .notFinite }
        guard linear >= 0 else { throw .negative }
        guard linear <= Self.loudest.linear else { throw .more(than: "\(Self.loudest.linear)") }
        return self
    }

    /// The gain of an amplitude ratio in decibels: 20 dB is a factor of ten.
    public static func decibels(_ decibels: Double) -> Gain {
        Gain(linear: Float(pow(10, decibels / 20)))
    }

    /// This gain in decibels; minus infinity for silence.
    public var decibels: Double { 20 * log10(Double(linear)) }
}

extension Gain: Codable {
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        linear = try value.decode(Float.self)
        // A decoder may read a number that is too large for a Float as infinity.
        guard linear.isFinite else { throw DecodingError.number(.notFinite, at: value.codingPath) }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(linear)
    }
}
