import AdDisplay
import Advertising
import FoundationEssentials
import HTTPAccess
import StreamFetching

/// The list of house ads: in a folder beside their pictures, or at an address.
struct HouseAdList: Sendable {
    private let place: String
    private let files: AdFiles

    /// The name of the list in a folder.
    private static let fileName = "house-ads.json"
    private static let maximumByteCount = 1 << 20

    init(at place: String, _ files: AdFiles) {
        self.place = place
        self.files = files
    }

    /// Reads the list, and makes its relative places absolute.
    func load() async throws(AdLoadError) -> HouseAdInventory {
        if let address = WebAddress(place) { return try await load(from: address) }
        var isFolder = false
        let exists = FileManager.default.fileExists(atPath: place, isDirectory: &isFolder)
        let list = URL(filePath: place)
        return try await load(
            fileAt: exists && isFolder ? list.appending(path: Self.fileName) : list)
    }

    private func load(from address: WebAddress) async throws(AdLoadError) -> HouseAdInventory {
        let (place, bytes) = try await files.fetch(
            self.place, from: .typed, maximumByteCount: Self.maximumByteCount)
        var stock = try HouseAdInventory(
            parsing: bytes, from: .document(address: address.description), at: place)
        let base = WebAddress(place) ?? address
        for index in stock.ads.indices {
            stock.ads[index].image = try whole(stock.ads[index].image, base, of: place).description
            guard let audio = stock.ads[index].spot?.audioFileURL else { continue }
            let spot = try whole(audio, base, of: place)
            // A spot is fetched like one from the operator, so it must not leave the operator's
            // folder or host.
            guard files.rule == .anywhere || spot.hasHostAndPort(of: address) else {
                throw .unusable(
                    "\(place): the spot \(audio) is on another server; put it beside the list, "
                        + "or allow it with --allow-private")
            }
            stock.ads[index].spot?.audioFileURL = spot.description
        }
        return stock
    }

    private func whole(
        _ reference: String, _ base: WebAddress, of place: String
    ) throws(AdLoadError) -> WebAddress {
        guard let address = WebAddress(reference, relativeTo: base) else {
            throw .unusable("\(place): \(reference) is no http(s) address")
        }
        return address
    }

    private func load(fileAt list: URL) async throws(AdLoadError) -> HouseAdInventory {
        let (place, bytes) = try await files.fetch(
            list.path, from: .typed, maximumByteCount: Self.maximumByteCount)
        var stock = try HouseAdInventory(parsing: bytes, from: .typed, at: place)
        let folder = list.deletingLastPathComponent().resolvingSymlinksInPath()
        for index in stock.ads.indices {
            stock.ads[index].image = try whole(stock.ads[index].image, in: folder, of: place)
            guard let audio = stock.ads[index].spot?.audioFileURL else { continue }
            stock.ads[index].spot?.audioFileURL = try whole(audio, in: folder, of: place)
        }
        return stock
    }

    /// The address, or the path of the file, which must not leave the folder.
    private func whole(
        _ entry: String, in folder: URL, of place: String
    ) throws(AdLoadError) -> String {
        if WebAddress(entry) != nil { return entry }
        let file = folder.appending(path: entry).resolvingSymlinksInPath().standardizedFileURL
        guard file.path.hasPrefix(folder.path + "/") else {
            throw .unusable("\(place): \(entry) lies outside of the folder; copy it into it")
        }
        return file.path
    }
}

extension WebAddress {
    fileprivate func hasHostAndPort(of other: WebAddress) -> Bool {
        host == other.host && port == other.port
    }
}
