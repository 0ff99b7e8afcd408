<?php
/**
 * The page under WooCommerce.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * Shows the state, and loads the script that does the rest.
 */
final class Page {

	const SLUG = 'service-connector';

	/** Adds the page to the menu of WooCommerce. */
	public static function register(): void {
		Plugin::load_texts();
		$title = __( 'Service Connector', 'service-connector' );
		$hook  = add_submenu_page( 'woocommerce', $title, $title, Plugin::CAPABILITY, self::SLUG, array( self::class, 'show' ) );
		if ( false !== $hook ) {
			add_action( "load-$hook", array( self::class, 'load_assets' ) );
		}
	}

	/** Address of the page. */
	public static function url(): string {
		return admin_url( 'admin.php?page=' . self::SLUG );
	}

	/**
	 * An owner who switches the plugin on, and nothing else, comes to its page.
	 *
	 * @param string $plugin       That was switched on.
	 * @param bool   $network_wide On all sites of a network: each has a page of its own.
	 */
	public static function open_when_activated( $plugin, $network_wide = false ): void {
		global $pagenow;
		$is_one = 'plugins.php' === $pagenow && 'activate' === filter_input( INPUT_GET, 'action' );
		if ( $is_one && ! $network_wide && plugin_basename( PLUGIN_FILE ) === $plugin && class_exists( '\WC_Webhook' ) ) {
			wp_safe_redirect( self::url() );
			exit;
		}
	}

	/**
	 * @param string[] $links Beside the plugin's name in the list of plugins.
	 */
	public static function action_links( $links ): array {
		$link = sprintf( '<a href="%s">%s</a>', esc_url( self::url() ), esc_html__( 'Settings', 'service-connector' ) );
		return array_merge( array( $link ), (array) $links );
	}

	/** One sentence on the dashboard and in the list of plugins, when the owner must do something. */
	public static function notice(): void {
		$screen = get_current_screen();
		if ( null === $screen || ! in_array( $screen->id, array( 'dashboard', 'plugins' ), true ) || ! current_user_can( Plugin::CAPABILITY ) ) {
			return;
		}
		$texts = array(
			'copy'    => __( 'This looks like a copy of the shop that was linked. Nothing is sent from here.', 'service-connector' ),
			'ended'   => __( 'The link of this shop was removed in the connected system.', 'service-connector' ),
			'connect' => 'plugins' === $screen->id ? __( 'This shop is not linked yet.', 'service-connector' ) : '',
		);
		$state = self::state();
		$text  = isset( $texts[ $state ] ) ? $texts[ $state ] : '';
		if ( '' === $text && Link::state( 'key_problem' ) ) {
			$text = __( 'The service cannot read this shop any more.', 'service-connector' );
		}
		if ( '' !== $text ) {
			printf(
				'<div class="notice notice-warning"><p><strong>%s</strong>: %s <a href="%s">%s</a></p></div>',
				esc_html__( 'Service Connector', 'service-connector' ),
				esc_html( $text ),
				esc_url( self::url() ),
				esc_html__( 'Open', 'service-connector' )
			);
		}
	}

	/** What the page shows: `woocommerce`, `service`, `connect`, `pending`, `linked`, `copy` or `ended`. */
	public static function state(): string {
		if ( ! class_exists( '\WC_Webhook' ) ) {
			return 'woocommerce';
		}
		$link = Link::get();
		if ( null === $link ) {
			return '' === Service::address() ? 'service' : 'connect';
		}
		if ( ! empty( $link['has_ended'] ) ) {
			return 'ended';
		}
		if ( '' !== Link::copy_of( $link ) ) {
			return 'copy';
		}
		return empty( $link['is_active'] ) ? 'pending' : 'linked';
	}

	/** Script, styles and what the script needs to know. */
	public static function load_assets(): void {
		$base = plugins_url( 'assets/', PLUGIN_FILE );
		wp_enqueue_style( 'service-connector', $base . 'page.css', array(), VERSION );
		wp_enqueue_script( 'service-connector', $base . 'page.js', array(), VERSION, true );
		wp_add_inline_script( 'service-connector', 'window.serviceConnector = ' . wp_json_encode( self::knowledge() ) . ';', 'before' );
	}

	/** The body of the page. */
	public static function show(): void {
		if ( ! current_user_can( Plugin::CAPABILITY ) ) {
			return;
		}
		$state = self::state();
		echo '<div class="wrap service-connector">';
		echo '<h1>' . esc_html__( 'Service Connector', 'service-connector' ) . '</h1>';
		echo '<div class="sc-message notice notice-error inline" role="alert" hidden><p></p></div>';
		echo '<p class="sc-progress" role="status" hidden><span class="spinner is-active"></span><span class="sc-step"></span></p>';
		Views::show( $state );
		echo '</div>';
	}

	/**
	 * A copy learns no secret. The token is for this page alone, whose users may read it anyway.
	 */
	private static function knowledge(): array {
		$state = self::state();
		$link  = 'pending' === $state || 'linked' === $state ? Link::usable() : null;
		return array(
			'state'        => $state,
			'ajax'         => admin_url( 'admin-ajax.php' ),
			'nonce'        => wp_create_nonce( 'service_connector' ),
			'candidates'   => Shop_Address::candidates( Link::shop_address() ),
			'isPrivate'    => Shop_Address::is_private( Link::shop_address() ),
			'path'         => '/' . rest_get_url_prefix() . '/' . Connectivity_Check::NAME_SPACE . Connectivity_Check::ROUTE,
			'service'      => null === Link::get() ? Service::address() : Link::get()['service'],
			'register'     => Linking::REGISTER,
			'move'         => Linking::MOVE,
			'connectionId' => null === $link ? '' : $link['connection_id'],
			'token'        => null === $link ? '' : $link['widget_token'],
			'expiresAt'    => null === $link ? '' : $link['expires_at'],
			'reconnect'    => null !== $link && (bool) Link::state( 'reconnect', false ),
			'locale'       => str_replace( '_', '-', substr( get_user_locale(), 0, 5 ) ),
			'reasons'      => Texts::reasons(),
			'words'        => Texts::words(),
		);
	}
}
