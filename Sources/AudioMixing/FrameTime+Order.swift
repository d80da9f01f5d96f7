import MediaTime

// Replace the standard library's `min` and `max`, which `@_noLocks` code cannot call.

@_noLocks @_noAllocation
func earlier(_ one: FrameTime, _ other: FrameTime) -> FrameTime { one < other ? one : other }

@_noLocks @_noAllocation
func later(_ one: FrameTime, _ other: FrameTime) -> FrameTime { one > other ? one : other }
