import AdPlayback
import FoundationEssentials

/// What a ``TruexAdRenderer`` may be told beside its parameters (rule T2).
public struct TruexAdRendererOptions: Sendable {
    /// The same for all pods of a stream; without one a credit reaches no further than its pod.
    public var streamID: String?

    /// Whether going back from the choice card leaves the stream, instead of opting out (rule E13).
    public var supportsUserCancelStream = false

    /// Names the listener where the parameters do not.
    public var userAdvertisingID: String?

    /// Names him where nothing else does: made up, and the same for as long as the process runs.
    public var fallbackAdvertisingID = Self.processID

    /// Names the app to the ad server, as `org.example.radio`, where an address asks for `[app_id]`
    /// or, as VAST 4 writes it, `[APPBUNDLE]`.
    public var appID: String?

    /// Hears line by line what the renderer asks, is told and tells, on any thread; `nil` for nobody.
    ///
    /// For finding out why a unit behaves as it does, where other platforms debug a web view.
    public var diagnostics: (@Sendable (String) -> Void)?

    /// How long the ad server has for its answer.
    public var fetchTimeout = TruexConstants.fetchTime

    /// Whether addresses of the parameters may be loopback or private.
    public var documentAddresses = SessionOptions.DocumentAddresses.publicOnly

    public init() {}

    private static let processID = UUID().uuidString
}
