import AdDisplay
import FoundationEssentials

extension WebOptions {
    /// Throws unless the house ads are at an address, or are a list that can be read.
    ///
    /// The page reads the list again for its first ad, and whenever it is reloaded.
    func checkHouseAds() throws(CommandError) {
        guard let houseAds else { return }
        let path: String
        do throws(UnusableArgument) {
            guard case .file(let file) = try Location(parsing: houseAds) else { return }
            path = file
        } catch {
            throw CommandError(.usage, "--house-ads: \(error)")
        }
        var isFolder = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        let list = exists && isFolder ? "\(path)/house-ads.json" : path
        let bytes = try InputFile.read(list)
        let stock: HouseAdInventory
        do throws(AdLoadError) {
            stock = try HouseAdInventory(parsing: Array(bytes), from: .typed, at: list)
        } catch {
            throw CommandError(.unreadableInput, "--house-ads: \(error)")
        }
        let folder = URL(filePath: list).deletingLastPathComponent()
        for place in stock.ads.flatMap({ [$0.image, $0.spot?.audioFileURL].compactMap { $0 } }) {
            // What is no path is judged when the ad is shown.
            guard case .file(let file)? = try? Location(parsing: place) else { continue }
            try InputFile.require(at: URL(filePath: file, relativeTo: folder).path)
        }
    }
}
