import MediaTime

extension AdSchedule {
    /// An advertisement of a pod.
    public struct Ad: Hashable, Sendable {
        /// Where it stands, in stream time; without any frame if it takes no time.
        public var range: FrameRange

        /// The server's name for it; `nil` when it gives none.
        public var id: String?

        public var kind: Kind

        /// What is to run it, as the document says, such as `truex` or `VPAID`.
        public var apiFramework: String?

        /// The ad system that it comes from, as the document says.
        public var system: String?

        /// The address of what is to be run or played.
        public var creative: String?

        /// The media type of ``creative``.
        public var mimeType: String?

        /// What true[X] is asked for with; `nil` for other ads, and where nothing usable is there.
        public var truexParameters: TruexAdParameters?

        /// Addresses to be told of what becomes of the ad, by the names that VAST has for events.
        public var tracking: [String: [String]] = [:]

        public init(range: FrameRange = FrameRange(.zero, .zero), kind: Kind = .linear) {
            self.range = range
            self.kind = kind
        }
    }

    /// What becomes of an ad.
    public enum Kind: String, Hashable, Sendable {
        /// It is heard as it stands in the stream.
        case linear
        /// The place of true[X]'s choice card; linear where it is not the first of its pod.
        case truex
        /// True[X]'s choice card itself, which is heard as it stands in the stream; linear where it
        /// is not the first of its pod.
        case truexCard
        /// An interactive ad without a choice card, which earns nothing and may stand anywhere.
        case idvx
    }
}
