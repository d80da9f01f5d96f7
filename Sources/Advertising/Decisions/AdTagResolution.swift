import MediaTime

/// Finds the ads for a break in the answers of ad servers: ad tags in turn, each with its wrappers.
///
/// A value that decides and fetches nothing: ``begin()`` and ``take(_:of:)`` return what is to be
/// fetched, until ``isOver``.
package struct AdTagResolution: Sendable {
    /// An address to fetch.
    package struct Request: Hashable, Sendable {
        /// From 1 on, in the order of the requests.
        package let number: Int
        package let address: String
        /// The index of the ad tag that has led to it.
        package let tag: Int
        /// How many wrappers have led to it; 0 for the ad tag.
        package let depth: Int
    }

    /// A report to ad servers that an ad is not heard.
    package struct Report: Hashable, Sendable {
        package let code: VASTError
        package let addresses: [String]
        /// The index of the ad tag that has led to them.
        package let tag: Int
    }

    /// How many wrappers may follow one another (VAST 4.3, section 2.4.1.2).
    package static let wrapperLimit = 5

    /// The most requests for one break.
    package static let requestLimit = 40

    private let tags: [String]
    private var nodes: [Node] = []
    private var nextTag = 0
    private var roots: [Int] = []

    /// What the servers are to be told of ads that are not heard, in order.
    package private(set) var reports: [Report] = []

    /// Why the latest request led to no ad; `nil` if none has failed.
    package private(set) var failure: VASTError?

    /// A document that is requested or known.
    private struct Node {
        let request: Request
        let path: Path
        var places: [Place]?
        var code: VASTError?
    }

    /// What the wrappers above a document say.
    private struct Path {
        var tracking = AdTracking()
        var addresses: [String] = []
        var blockedCategories: Set<String> = []
        var followsWrappers = true
        var allowsSeveral = true
    }

    /// An ad in a document.
    private struct Place {
        let isSequenced: Bool
        let content: Content
    }

    private enum Content {
        case ad(DecidedAd)
        /// A wrapper: the index of the document that it leads to.
        case document(Int)
        case nothing
    }

    /// `tags` are asked in turn, each only if those before it have no ad.
    package init(tags: [String]) { self.tags = tags }

    /// Whether nothing is to be fetched any more.
    package var isOver: Bool { nextTag >= tags.count && !isWaiting || !ads.isEmpty && !isWaiting }

    private var isWaiting: Bool { nodes.contains { $0.places == nil } }

    /// Returns the first request; none without an ad tag.
    package mutating func begin() -> [Request] { askNextTag() }

    private mutating func askNextTag() -> [Request] {
        guard nextTag < tags.count else { return [] }
        defer { nextTag += 1 }
        roots.append(nodes.count)
        return [open(tags[nextTag], by: Path(), tag: nextTag, depth: 0)]
    }

    private mutating func open(
        _ address: String, by path: Path, tag: Int, depth: Int
    ) -> Request {
        var path = path
        path.addresses.append(address)
        let request = Request(
            number: nodes.count + 1, address: address, tag: tag, depth: depth)
        nodes.append(Node(request: request, path: path))
        return request
    }

    /// Takes the answer to a request: the bytes of a document, or why there are none. Returns what is
    /// to be fetched next.
    package mutating func take(
        _ answer: Result<[UInt8], VASTError>, of number: Int
    ) -> [Request] {
        let index = number - 1
        guard nodes.indices.contains(index), nodes[index].places == nil else { return [] }
        nodes[index].places = []
        var requests: [Request] = []
        do throws(VASTError) {
            requests = try read(try answer.get(), at: index)
        } catch {
            fail(error, nodes[index].path.tracking.errors, at: index)
        }
        if requests.isEmpty, !isWaiting, ads.isEmpty { requests = askNextTag() }
        return requests
    }

    /// Why the document of a request led to no ad; `nil` if it led to one, or is not known yet.
    package func code(of number: Int) -> VASTError? {
        nodes.indices.contains(number - 1) ? nodes[number - 1].code : nil
    }

    private mutating func fail(_ code: VASTError, _ addresses: [String], at index: Int) {
        failure = code
        nodes[index].code = nodes[index].code ?? code
        guard !addresses.isEmpty else { return }
        reports.append(
            Report(code: code, addresses: addresses, tag: nodes[index].request.tag))
    }

    private mutating func read(_ bytes: [UInt8], at index: Int) throws(VASTError) -> [Request] {
        let document: VASTDocument
        do throws(VASTFailure) {
            document = try VASTDocument(parsing: bytes)
        } catch {
            throw error.code
        }
        let path = nodes[index].path
        guard !document.ads.isEmpty else {
            fail(.noAd, path.tracking.errors + document.errors, at: index)
            return []
        }
        var ads = document.ads
        if !path.allowsSeveral {
            let alone = ads.filter { $0.sequence == nil }
            ads = Array((alone.isEmpty ? ads : alone).prefix(1))
        }
        var requests: [Request] = []
        for ad in ads {
            let content = place(ad, below: index, &requests)
            nodes[index].places?.append(Place(isSequenced: ad.sequence != nil, content: content))
        }
        return requests
    }

    private mutating func place(
        _ ad: VASTAd, below index: Int, _ requests: inout [Request]
    ) -> Content {
        let path = nodes[index].path
        var tracking = path.tracking
        tracking.add(ad)
        switch ad.content {
        case .nothing:
            fail(.schema, tracking.errors, at: index)
            return .nothing
        case .inline(let inline):
            let isBlocked = ad.categories.contains { path.blockedCategories.contains($0) }
            let mistake = inline.mistake ?? (isBlocked ? .categoryBlocked : nil)
            guard mistake == nil, let linear = inline.linear, let media = linear.chosen else {
                fail(mistake ?? .schema, tracking.errors, at: index)
                return .nothing
            }
            return .ad(DecidedAd(ad, linear, media, tracking, tag: nodes[index].request.tag))
        case .wrapper(let wrapper):
            let request = nodes[index].request
            guard let address = wrapper.address else {
                fail(.schema, tracking.errors, at: index)
                return .nothing
            }
            guard path.followsWrappers, request.depth < Self.wrapperLimit,
                !path.addresses.contains(address), nodes.count < Self.requestLimit
            else {
                fail(.wrapperLimit, tracking.errors, at: index)
                return .nothing
            }
            var inner = path
            inner.tracking = tracking
            inner.blockedCategories.formUnion(wrapper.blockedCategories)
            inner.followsWrappers = wrapper.followsWrappers
            inner.allowsSeveral = wrapper.allowsSeveral
            requests.append(
                open(address, by: inner, tag: request.tag, depth: request.depth + 1))
            return .document(nodes.count - 1)
        }
    }

    /// The ads that were found, in the order in which they are to be heard; none while requests are
    /// out.
    package var ads: [DecidedAd] {
        guard !isWaiting else { return [] }
        return roots.lazy.map { ads(at: $0) }.first { !$0.isEmpty } ?? []
    }

    /// A pod by its sequence, in which a stand-alone ad takes the place of one that cannot be heard;
    /// or, without a pod, the first stand-alone ad that can (VAST 4.3, section 2.3.1).
    private func ads(at index: Int) -> [DecidedAd] {
        let places = nodes[index].places ?? []
        var alone = places.filter { !$0.isSequenced }[...]
        func nextAlone() -> [DecidedAd] {
            while let place = alone.popFirst() {
                let found = ads(of: place)
                if !found.isEmpty { return found }
            }
            return []
        }
        let pod = places.filter(\.isSequenced)
        guard !pod.isEmpty else { return nextAlone() }
        return pod.flatMap { place in
            let found = ads(of: place)
            return found.isEmpty ? nextAlone() : found
        }
    }

    private func ads(of place: Place) -> [DecidedAd] {
        switch place.content {
        case .ad(let ad): [ad]
        case .document(let index): ads(at: index)
        case .nothing: []
        }
    }
}

/// An ad that ad servers have decided on.
package struct DecidedAd: Hashable, Sendable {
    package let id: String?
    package let title: String?
    package let duration: Duration?
    package let media: VASTMedia
    package let clickThrough: String?
    package let banner: String?
    package let tracking: AdTracking
    /// The index of the ad tag that has led to it.
    package let tag: Int

    init(
        _ ad: VASTAd, _ linear: VASTLinear, _ media: VASTMedia, _ tracking: AdTracking, tag: Int
    ) {
        id = ad.id
        title = ad.title
        duration = linear.duration
        self.media = media
        clickThrough = ad.clickThrough
        banner = ad.companions.lazy.filter(\.isPicture).map(\.resource).first ?? nil
        self.tracking = tracking
        self.tag = tag
    }
}

extension VASTCompanion {
    /// Whether it is a square picture at an address, as pages show it beside a spot.
    fileprivate var isPicture: Bool {
        guard let resource, let width, width == height else { return false }
        return resource.hasPrefix("https://") || resource.hasPrefix("http://")
    }
}
