import NIOCore
import NIOHTTP1

/// A host's name resolves to an address that is forbidden for documents.
struct ForbiddenRemoteAddress: Error {}

extension ConnectionRoute {
    /// Prepares a new connection for this route, before the first request is sent over it.
    func setUp(_ channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            switch self {
            case .direct(let reach):
                if reach == .publicNetwork, channel.remoteAddress?.isPublic != true {
                    channel.close(promise: nil)
                    throw ForbiddenRemoteAddress()
                }
                try pipeline.addHandler(OldAnswerHandler(), position: .first)
            case .forwarded:
                let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
                try pipeline.addHandler(WholeAddressHandler(), position: .after(encoder))
            case .tunnelled:
                break
            }
        }
    }
}
