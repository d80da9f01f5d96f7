import AdCues
import Advertising
import HTTPAccess

/// Loads lists of assets over HTTP, each in one try.
struct FetchedAssetLists: AssetListSupply {
    let client: WebClient

    /// How long a list may take.
    private static let limit = Duration.seconds(10)

    func load(
        _ interstitial: Interstitial,
        report: @escaping @Sendable (Result<[Advertisement], AssetFailure>) -> Void
    ) -> any SpotLoad {
        let (client, typed) = (client, interstitial.typedAddress)
        let place = interstitial.asset.address
        return DocumentLoad(
            Task {
                do {
                    guard let address = WebAddress(place) else {
                        throw AssetFailure("\(place) is no http or https address")
                    }
                    let provenance = AddressProvenance.document(
                        typed: typed.flatMap { WebAddress($0) })
                    let document = try await client.download(
                        WebRequest(address, from: provenance, headers: [.gzip]),
                        maximumByteCount: AssetList.byteLimit, within: Self.limit)
                    let text = String(decoding: document.bytes, as: UTF8.self)
                    let list = try AssetList(parsing: text)
                    report(.success(Self.spots(of: list, at: document.address, typed)))
                } catch {
                    guard !Task.isCancelled else { return }
                    report(.failure(Self.failure(error, at: place)))
                }
            })
    }

    private static func spots(
        of list: AssetList, at place: WebAddress, _ typed: String?
    ) -> [Advertisement] {
        list.assets.compactMap { asset in
            WebAddress(asset.address, relativeTo: place).map {
                Advertisement(assetAt: $0.description, lasting: asset.duration, typed: typed)
            }
        }
    }

    private static func failure(_ error: any Error, at place: String) -> AssetFailure {
        switch error {
        case let error as AssetFailure: error
        case let error as HTTPAccessError: AssetFailure(error.description)
        default: AssetFailure("\(place): \(error)")
        }
    }
}

extension Advertisement {
    /// An asset of an interstitial. The playlist has `typed` as its typed address.
    init(assetAt address: String, lasting duration: Duration? = nil, typed: String?) {
        self.init(id: 0, title: "", audioFileURL: address, duration: duration)
        documentAddress = typed
        if typed == nil { reach = .publicNetwork }
    }
}
