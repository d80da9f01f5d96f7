import HTTPAccess
import Synchronization

/// The credentials that the operator of a session gave, by origin. Callable from any thread.
package final class CredentialStore: Sendable {
    private let state: Mutex<HostCredentials>

    /// Nothing is known yet.
    package init() { state = Mutex(.none) }

    /// `headers` are for the host of `source`; where that is no address they are for nobody.
    init(_ headers: [WebHeader], for source: String) {
        state = Mutex(WebAddress(source).map { HostCredentials(headers, for: $0) } ?? .none)
    }

    /// What is known by now.
    var credentials: HostCredentials { state.withLock { $0 } }

    /// Takes in the name and password in `source`, if it is an address that has any.
    func takeLogin(of source: String) {
        guard let address = WebAddress(source) else { return }
        state.withLock { $0.takeLogin(of: address) }
    }
}
