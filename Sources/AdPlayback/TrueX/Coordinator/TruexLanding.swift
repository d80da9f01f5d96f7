import MediaTime

/// Where a stream goes on after a placeholder or a pod.
package struct TruexLanding: Hashable, Sendable, Codable {
    /// The first frame of the stream that is heard.
    package var target: FrameTime

    package var route: Route

    package init(target: FrameTime, route: Route) {
        self.target = target
        self.route = route
    }

    /// How it gets there.
    package enum Route: String, Hashable, Sendable, Codable, CaseIterable {
        /// By a move within what is there: exactly on the frame that was wanted.
        case direct
        /// What was wanted is gone already: to the oldest frame that there is.
        case oldest
        /// What was wanted had not come yet: filler was heard until it did.
        case filled
        /// It did not come in time: to the newest frame that there is.
        case newest
    }
}
