<?php
/**
 * What the page's script asks for.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * One entry for all actions: nonce and capability are checked here, and input is read here.
 */
final class Actions {

	/** Of the input, in bytes. */
	const MAX_LENGTH = 20000;

	/** Responds with JSON, and ends the request. */
	public static function handle(): void {
		check_ajax_referer( 'service_connector' );
		if ( ! current_user_can( Plugin::CAPABILITY ) ) {
			wp_send_json_error( null, 403 );
		}
		$input = array();
		foreach ( array( 'do', 'base_url', 'token', 'response', 'body', 'address' ) as $name ) {
			// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- each action checks its own input.
			$value          = isset( $_POST[ $name ] ) && is_string( $_POST[ $name ] ) ? wp_unslash( $_POST[ $name ] ) : '';
			$input[ $name ] = self::MAX_LENGTH >= strlen( $value ) ? $value : '';
		}
		$known = array( 'look', 'begin', 'register', 'begin_move', 'finish', 'abandon', 'cancel', 'reconnected', 'start_again', 'as_new_shop', 'set_service' );
		if ( ! in_array( $input['do'], $known, true ) ) {
			wp_send_json_error( null, 400 );
		}
		wp_send_json_success( call_user_func( array( self::class, $input['do'] ), $input ) );
	}

	/** Runs the watch, and says what it found. */
	private static function look(): array {
		Watch::run();
		$link = Link::get();
		return array(
			'state'       => Page::state(),
			'status'      => Link::state( 'seen_status', '' ),
			'key_problem' => Link::state( 'key_problem', '' ),
			'dropped'     => (int) Link::state( 'dropped', 0 ),
			'refused'     => (bool) Link::state( 'refused', false ),
			'waiting'     => null === $link ? 0 : Outbox::count(),
			'erasures'    => Privacy::count_pending(),
			'webhooks'    => null === $link ? 0 : count( (array) $link['webhooks'] ),
		);
	}

	/**
	 * @param string[] $input `base_url`, `token`.
	 */
	private static function begin( array $input ): array {
		return Linking::begin( $input['base_url'], trim( $input['token'] ) );
	}

	/**
	 * The owner says that the shop has moved.
	 *
	 * @param string[] $input `base_url`.
	 */
	private static function begin_move( array $input ): array {
		return Linking::begin_move( $input['base_url'] );
	}

	/**
	 * @param string[] $input `body`, as `begin` or `begin_move` made it.
	 */
	private static function register( array $input ): array {
		$body    = json_decode( $input['body'], true );
		$secret  = isset( $body['credentials']['connection_token'] ) ? $body['credentials']['connection_token'] : '';
		$attempt = Link::attempt();
		if ( null === $attempt || ! is_string( $secret ) || ! hash_equals( $attempt['connectivity_secret'], $secret ) ) {
			wp_send_json_error( null, 409 );
		}
		return Linking::register( $attempt, $input['body'] );
	}

	/**
	 * @param string[] $input `response` of register, or of the call that moves the connection.
	 */
	private static function finish( array $input ): array {
		$response = json_decode( $input['response'], true );
		return array( 'is_done' => is_array( $response ) && Linking::finish( $response ) );
	}

	/** Register failed. */
	private static function abandon(): void {
		Linking::drop_attempt();
	}

	/** The owner wants another token than the pending one. The service removes the connection, which no company has claimed. */
	private static function cancel(): void {
		$link = Link::usable();
		if ( null !== $link && empty( $link['is_active'] ) ) {
			Service::call( $link, 'DELETE', '/api/widget/connection' );
			Linking::forget();
		}
	}

	/** The browser has reconnected, or the service has said that it cannot be done. */
	private static function reconnected(): void {
		Link::change_state( array( 'reconnect' => null ) );
	}

	/** After the link has ended. */
	private static function start_again(): void {
		$link = Link::get();
		if ( null !== $link && ! empty( $link['has_ended'] ) ) {
			Linking::forget();
		}
	}

	/** The owner says so. */
	private static function as_new_shop(): void {
		$link = Link::get();
		if ( null !== $link && '' !== Link::copy_of( $link ) ) {
			Linking::forget_as_copy();
		}
	}

	/**
	 * @param string[] $input `address`.
	 */
	private static function set_service( array $input ): array {
		$address = Shop_Address::service( $input['address'] );
		$may_set = '' === Service::preset() && null === Link::get();
		if ( $may_set && '' !== $address ) {
			update_option( Link::SERVICE, $address, false );
		}
		return array( 'is_done' => $may_set && '' !== $address );
	}
}
