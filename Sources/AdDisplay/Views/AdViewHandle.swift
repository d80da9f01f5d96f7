/// An ad that can be drawn: what a view is where there is none to hand over (rule A1).
public struct AdViewHandle: Hashable, Sendable, Identifiable {
    /// Another one for each load, so that what is said of an ad that is gone is said of no other.
    public let id: String

    public let type: AdType
    public let creative: AdCreative

    public init(id: String, type: AdType, creative: AdCreative) {
        self.id = id
        self.type = type
        self.creative = creative
    }

    public var size: AdSize { creative.size }
}
