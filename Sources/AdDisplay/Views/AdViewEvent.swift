import Advertising

/// Something became of an ad of a page, for the event log.
package struct AdViewEvent: Hashable, Sendable {
    package var state: AdViewState

    /// The place's name.
    package var position: String

    package var config: AdConfig
    package var provider: String

    /// The ad that it became of; `nil` while it is looked for.
    package var view: AdViewHandle?

    /// Why there is none.
    package var error: AdLoadError?

    init(_ host: AdHost, _ error: AdLoadError? = nil) {
        state = host.state
        position = host.placement.name
        config = host.placement.config
        provider = host.plugin?.providerName() ?? ""
        view = host.view
        self.error = error
    }
}
